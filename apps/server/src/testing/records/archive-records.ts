import type { ClinicId, ImageId, PatientId, StudyId, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** When every record of `insertRecords` was created. */
export const createdOn = '2026-02-10T15:30:00.000Z'

export async function insertArchiveRecords(
  unscopedDb: UnscopedDb,
  {
    clinicId,
    userId,
    studyId,
    imageId,
  }: { clinicId: ClinicId; userId: UserId; studyId: StudyId; imageId: ImageId },
) {
  await unscopedDb
    .insertInto('series')
    .values({
      clinicId,
      studyId,
      createdOn,
      seriesInstanceUID: `2.25.${clinicId}4`,
      modality: 'DX',
    })
    .execute()
  await unscopedDb
    .insertInto('studyClaim')
    .values({ clinicId, studyId, claimKey: '["LAB-1","","rex","",null,null]' })
    .execute()
  await unscopedDb.insertInto('imageHeader').values({ imageId, clinicId, json: '{}' }).execute()
  await unscopedDb
    .insertInto('slice')
    .values({ imageId, clinicId, sha256: '', attributes: null })
    .execute()
  await unscopedDb
    .insertInto('positionCorrection')
    .values({
      studyId,
      clinicId,
      userId,
      actual: 'HFP',
      correctedBy: 'Some Body',
      correctedOn: createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('replacedInstance')
    .values({ imageId, clinicId, sopInstanceUID: `2.25.${clinicId}9` })
    .execute()
  await unscopedDb
    .insertInto('imageCompression')
    .values({ imageId, clinicId, state: 'left', sha256: '', changedOn: createdOn })
    .execute()
  await unscopedDb
    .insertInto('outgoingFile')
    .values({
      imageId,
      clinicId,
      basis: '',
      filePath: `outgoing/${clinicId}/none.dcm`,
      sha256: '',
      byteLength: 0,
    })
    .execute()
}

export async function insertTrayRecords(
  unscopedDb: UnscopedDb,
  {
    clinicId,
    userId,
    patientId: patientDatabaseId,
    imageId,
  }: { clinicId: ClinicId; userId: UserId; patientId: PatientId; imageId: ImageId },
) {
  await unscopedDb
    .insertInto('patientAlias')
    .values({ clinicId, claimKey: '["LAB-1","","rex","",null,null]', patientDatabaseId })
    .execute()
  await unscopedDb
    .insertInto('formerNumber')
    .values({ clinicId, number: 'OLD-1', patientDatabaseId, changedOn: createdOn })
    .execute()
  await unscopedDb
    .insertInto('imageVersion')
    .values({ clinicId, imageId, dataSetSha256: '00' })
    .execute()
  const { id } = await unscopedDb
    .insertInto('trayEntry')
    .values({
      clinicId,
      userId,
      reason: 'unreadable',
      groupKey: `group of ${clinicId}`,
      receivedOn: createdOn,
      senderKind: 'device',
      senderKey: 'device 192.0.2.1',
      birthDate: null,
      speciesId: null,
      studyDate: null,
      filePath: `images/${clinicId}/tray`,
      sha256: '',
      byteLength: 0,
      recordPatientId: null,
      recordStudyId: null,
      recordImageId: null,
      decision: null,
      decidedOn: null,
      decidedBy: null,
      imageId: null,
      keptUntil: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
