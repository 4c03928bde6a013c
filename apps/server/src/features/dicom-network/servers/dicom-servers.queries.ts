import type { ClinicId, DicomServerId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { DicomServerTable } from '../../../db/tables.ts'

export const list = (db: ClinicDb) =>
  db.selectFrom('dicomServer').selectAll().orderBy('dicomServer.serverName').execute()

export const find = (db: ClinicDb, id: DicomServerId) =>
  db.selectFrom('dicomServer').selectAll().where('dicomServer.id', '=', id).executeTakeFirst()

/** The servers to which the images of a clinic are sent without being asked. */
export const listAutomatic = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('dicomServer')
    .selectAll()
    .where('dicomServer.clinicId', '=', clinicId)
    .where('dicomServer.autoSend', '=', true)
    .orderBy('dicomServer.id')
    .execute()

export const insert = (db: ClinicDb, server: Insertable<DicomServerTable>) =>
  db.insertInto('dicomServer', server).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: DicomServerId, change: Updateable<DicomServerTable>) =>
  db.updateTable('dicomServer').set(change).where('dicomServer.id', '=', id).execute()

export const remove = (db: ClinicDb, id: DicomServerId) =>
  db.deleteFrom('dicomServer').where('dicomServer.id', '=', id).execute()
