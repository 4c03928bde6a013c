import type { ClinicId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** Inserts a DICOM device, a connection attempt and a service account of a clinic. */
export async function insertNetworkRecords(
  unscopedDb: UnscopedDb,
  clinicId: ClinicId,
  createdOn: string,
) {
  await unscopedDb.insertInto('dicomReceiver').values({ clinicId }).execute()
  const { id: dicomDeviceId } = await unscopedDb
    .insertInto('dicomDevice')
    .values({ clinicId, aeTitle: 'CT_ROOM', network: '192.0.2.1', mayStore: true, createdOn })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: dicomAttemptId } = await unscopedDb
    .insertInto('dicomAttempt')
    .values({
      clinicId,
      callingTitle: 'STRANGER',
      calledTitle: 'TALUS',
      address: '192.0.2.9',
      reason: 'unlisted',
      wanted: '["store"]',
      count: 1,
      firstOn: createdOn,
      lastOn: createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb
    .insertInto('pendingReceipt')
    .values({
      clinicId,
      calling: 'CT_ROOM',
      address: '192.0.2.1',
      studyId: null,
      studyInstanceUID: '2.25.1',
      sopInstanceUID: '2.25.2',
    })
    .execute()
  const { id: serviceAccountId } = await unscopedDb
    .insertInto('serviceAccount')
    .values({
      clinicId,
      name: 'Viewer',
      keyHash: `hash ${clinicId}`,
      keyHint: 'abcd',
      mayQuery: true,
      createdOn,
      createdBy: 'root',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { dicomDeviceId, dicomAttemptId, serviceAccountId }
}
