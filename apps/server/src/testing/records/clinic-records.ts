import { insertCaseWork } from './case-records.ts'
import { foldText } from '@talus/contract'
import type { ClinicId, ImageId, StudyId, UserId } from '@talus/contract'
import { indexOwner, indexPatient } from '../../db/listing/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { createdOn, insertArchiveRecords, insertTrayRecords } from './archive-records.ts'
import { insertUnreachableBridge } from './devices.ts'
import { insertNetworkRecords } from './network-records.ts'
import { insertReportRecords } from './report-records.ts'

/**
 * Inserts one record of every kind into a clinic; users of other clinics must not reach the
 * returned ids.
 */
export async function insertRecords(unscopedDb: UnscopedDb, clinicId: ClinicId, userId: UserId) {
  const owned = { clinicId, userId, createdOn }
  const tag = `${clinicId}`
  const { id: ownerId } = await unscopedDb
    .insertInto('owner')
    .values({
      ...owned,
      name: `Owner ${tag}`,
      search: foldText(`Owner ${tag}`),
      address: '',
      phone: null,
      email: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: patientId } = await unscopedDb
    .insertInto('patient')
    .values({
      ...owned,
      patientId: `P-${tag}`,
      accessionCode: `A-${tag}`,
      name: `Rex ${tag}`,
      search: foldText(`Rex ${tag}`),
      speciesId: 1,
      sex: 'Male',
      birthDate: '2020-05-01',
      breedId: null,
      description: '',
      ownerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: studyId } = await unscopedDb
    .insertInto('study')
    .values({
      ...owned,
      patientId,
      studyInstanceUID: `2.25.${tag}1`,
      sopInstanceUID: `2.25.${tag}2`,
      modality: 'General',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: imageId } = await unscopedDb
    .insertInto('image')
    .values({
      ...owned,
      studyId,
      modality: 'General',
      bodyPart: 'Chest',
      bodyPartView: 'LAT',
      animalSize: 'Medium',
      filePath: `images/${tag}`,
      sha256: '',
      byteLength: 0,
      sopInstanceUID: `2.25.${tag}3`,
      seriesInstanceUID: `2.25.${tag}4`,
      sensor: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb
    .insertInto('imageExposure')
    .values({
      imageId,
      clinicId,
      kv: 60,
      ma: 200,
      ms: 20,
      mas: 4,
      sidMm: 1000,
      exposureIndex: 250,
      deviationIndex: -0.5,
      weightKg: 31.5,
      thicknessMm: 150,
    })
    .execute()
  await indexOwner(unscopedDb, ownerId)
  await indexPatient(unscopedDb, patientId)
  await unscopedDb
    .insertInto('imageRejection')
    .values({ ...owned, imageId, rejectionReason: 'Bad Image' })
    .execute()
  const reports = await insertReportRecords(unscopedDb, { clinicId, userId, studyId, imageId })
  await unscopedDb
    .insertInto('viewerState')
    .values({
      studyId,
      clinicId,
      userId,
      viewportState: '{}',
      cropState: '{}',
      toolState: '{}',
      authors: '{}',
      version: 1,
      savedOn: createdOn,
    })
    .execute()
  const { id: annotationId } = await unscopedDb
    .insertInto('studyAnnotation')
    .values({
      studyId,
      clinicId,
      createdOn,
      bodyPart: 'Chest',
      bodyPartView: 'VD',
      animalSize: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: doctorId } = await unscopedDb
    .insertInto('doctor')
    .values({ clinicId, createdOn, firstName: 'Doctor', lastName: tag, role: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: dicomServerId } = await unscopedDb
    .insertInto('dicomServer')
    .values({
      clinicId,
      serverName: 'Archive',
      aeTitle: 'ARCHIVE',
      host: '127.0.0.1',
      port: 104,
      description: 'TALUS',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const devices = await insertUnreachableBridge(unscopedDb, clinicId, { isEnabled: false })
  await insertArchiveRecords(unscopedDb, { clinicId, userId, studyId, imageId })
  const trayEntryId = await insertTrayRecords(unscopedDb, { clinicId, userId, patientId, imageId })
  await insertCaptureRecords(unscopedDb, { clinicId, studyId, userId, imageId })
  const network = await insertNetworkRecords(unscopedDb, clinicId, createdOn)
  const { id: dicomSendId } = await unscopedDb
    .insertInto('dicomSend')
    .values({ ...owned, dicomServerId, imageId, state: 'sent', errorValues: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: shareId } = await unscopedDb
    .insertInto('share')
    .values({
      ...owned,
      studyId,
      tokenHash: `token ${tag}`,
      expiresOn: '2026-02-17T15:30:00.000Z',
      recipients: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb.insertInto('shareImage').values({ clinicId, shareId, imageId }).execute()
  const { id: emailConfigId } = await unscopedDb
    .insertInto('emailConfig')
    .values({
      clinicId,
      email: 'clinic@example.com',
      hostName: 'mail.example.com',
      smtpPort: 587,
      password: 'secret',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: caseId } = await unscopedDb
    .insertInto('radCase')
    .values({
      clinicId,
      createdOn,
      status: 1,
      studyId,
      patientId,
      ownerId,
      breedId: null,
      referringVeterinarianId: doctorId,
      requesterId: userId,
      radiologistId: null,
      patientName: `Rex ${tag}`,
      ownerName: '',
      phone: '',
      address: '',
      speciesId: 1,
      sex: true,
      neutered: false,
      spayed: false,
      weight: 31.5,
      weightUnit: 'Kg',
      birthDate: '2020-05-01',
      clinicHistory: '',
      additionalNotes: '',
      studyTypes: 'Thorax',
      modality: 'XRay',
      priority: '24 Hours',
      findings: '',
      interpretation: '',
      internalMedicineRecommandations: '',
      signature: '',
      notes: '',
      submitOn: createdOn,
      isDeleted: false,
      requestMoreInfoMessage: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: caseFileId } = await unscopedDb
    .insertInto('caseFile')
    .values({
      caseId,
      clinicId,
      createdOn,
      fileName: 'a.png',
      filePath: null,
      imageId,
      isFromReceiver: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const criticalFindingId = await insertCaseWork(unscopedDb, {
    caseId,
    caseFileId,
    clinicId,
    imageId,
    userId,
    createdOn,
    tag,
  })
  const { id: reassignmentId } = await unscopedDb
    .insertInto('reassignment')
    .values({
      clinicId,
      userId,
      createdOn,
      kind: 'move-patient',
      subject: 'Rex',
      target: 'Owner',
      patientId,
      ownerId,
      changes: JSON.stringify({ records: [], images: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    reassignmentId,
    ownerId,
    patientId,
    studyId,
    imageId,
    annotationId,
    doctorId,
    dicomServerId,
    dicomSendId,
    trayEntryId,
    shareId,
    studyInstanceUID: `2.25.${tag}1`,
    seriesInstanceUID: `2.25.${tag}4`,
    sopInstanceUID: `2.25.${tag}3`,
    emailConfigId,
    caseId,
    caseFileId,
    criticalFindingId,
    ...devices,
    ...network,
    ...reports,
  }
}

async function insertCaptureRecords(
  unscopedDb: UnscopedDb,
  {
    clinicId,
    studyId,
    userId,
    imageId,
  }: { clinicId: ClinicId; studyId: StudyId; userId: UserId; imageId: ImageId },
) {
  const owned = { clinicId, userId, createdOn }
  await unscopedDb
    .insertInto('rawFrame')
    .values({
      frameId: `frame-of-clinic-${clinicId}`,
      clinicId,
      studyId,
      userId,
      // Not processed into an image yet.
      imageId: null,
      filePath: `raw/${clinicId}`,
      sha256: '',
      byteLength: 0,
      info: '{}',
      createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('documentTicket')
    .values({ tokenHash: `ticket-${clinicId}`, clinicId, imageId, expiresOn: createdOn })
    .execute()
  await unscopedDb
    .insertInto('restraintEntry')
    .values({ ...owned, studyId, holders: 'Nurse' })
    .execute()
  await unscopedDb
    .insertInto('restraintCorrection')
    .values({
      ...owned,
      imageId,
      previousHolders: '',
      previousIsSedated: false,
      holders: 'Nurse',
      isSedated: false,
    })
    .execute()
  await unscopedDb
    .insertInto('annotationCorrection')
    .values({
      ...owned,
      imageId,
      previousBodyPart: 'Chest',
      previousBodyPartView: 'RLAT',
      bodyPart: 'Chest',
      bodyPartView: 'LLAT',
    })
    .execute()
  await unscopedDb.insertInto('skippedStep').values({ clinicId, step: 'email' }).execute()
  await unscopedDb
    .insertInto('hangingProtocol')
    .values({
      clinicId,
      speciesId: 1,
      bodyPart: 'Chest',
      stages: JSON.stringify([{ rows: 1, columns: 1, cells: [null] }]),
      changedOn: createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('protocol')
    .values({
      clinicId,
      builtIn: null,
      name: 'Hips',
      speciesId: 1,
      modality: 'General',
      steps: '[{"bodyPart":"Back Legs","bodyPartView":"VD"}]',
      createdOn,
    })
    .execute()
}

export type ClinicRecords = Awaited<ReturnType<typeof insertRecords>>
