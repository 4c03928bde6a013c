import type { ClinicId, DicomAttemptId, DicomDeviceId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { DicomDeviceTable } from '../../../db/exchange-tables.ts'

export const listDevices = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('dicomDevice')
    .selectAll()
    .where('dicomDevice.clinicId', '=', clinicId)
    .orderBy('dicomDevice.aeTitle')
    .orderBy('dicomDevice.id')
    .execute()

export const findDevice = (db: ClinicDb, id: DicomDeviceId) =>
  db.selectFrom('dicomDevice').selectAll().where('dicomDevice.id', '=', id).executeTakeFirst()

export const insertDevice = (db: ClinicDb, device: Insertable<DicomDeviceTable>) =>
  db.insertInto('dicomDevice', device).returningAll().executeTakeFirstOrThrow()

export const updateDevice = (
  db: ClinicDb,
  id: DicomDeviceId,
  change: Updateable<DicomDeviceTable>,
) => db.updateTable('dicomDevice').set(change).where('dicomDevice.id', '=', id).execute()

export const removeDevice = (db: ClinicDb, id: DicomDeviceId) =>
  db.deleteFrom('dicomDevice').where('dicomDevice.id', '=', id).execute()

export const listAttempts = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('dicomAttempt')
    .selectAll()
    .where('dicomAttempt.clinicId', '=', clinicId)
    .orderBy('dicomAttempt.lastOn', 'desc')
    .orderBy('dicomAttempt.id', 'desc')
    .execute()

export const removeAttempts = (db: ClinicDb, ids: readonly DicomAttemptId[]) =>
  db
    .deleteFrom('dicomAttempt')
    .where('dicomAttempt.id', 'in', ids)
    .returning('dicomAttempt.id')
    .execute()

/** The networks and last addresses of the devices of every clinic. */
export const listDeviceNetworks = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('dicomDevice').select(['network', 'lastAddress']).distinct().execute()
