import type { ClinicDb } from '../../db/clinic-db.ts'

export const list = (db: ClinicDb) =>
  db.selectFrom('dicomServer').selectAll().orderBy('dicomServer.serverName').execute()
