import type { ClinicDb } from '../../db/clinic-db.ts'

export const list = (db: ClinicDb) =>
  db.selectFrom('emailConfig').selectAll().orderBy('emailConfig.id').execute()
