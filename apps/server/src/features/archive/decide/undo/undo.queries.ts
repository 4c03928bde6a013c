import { caseStatus } from '@talus/contract'
import type { ImageId, Instant, StudyId, TrayEntryId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'

/** The images of entries, as they are now. */
export const listImages = (db: ClinicDb, ids: readonly ImageId[]) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .select(['image.sopInstanceUID', 'image.hasPixels', 'study.patientId'])
    .where('image.id', 'in', ids)
    .orderBy('image.id')
    .execute()
export type FiledImage = Awaited<ReturnType<typeof listImages>>[number]

/** The merges and moves since a moment that have not been undone. */
export const listReassignmentsSince = (db: ClinicDb, since: Instant) =>
  db
    .selectFrom('reassignment')
    .select(['reassignment.subject', 'reassignment.target', 'reassignment.changes'])
    .where('reassignment.createdOn', '>=', since)
    .where('reassignment.undoneOn', 'is', null)
    .orderBy('reassignment.id', 'desc')
    .execute()

/** Another decided entry whose file became, or replaced, one of the images. */
export const findOtherDecision = (
  db: ClinicDb,
  imageIds: readonly ImageId[],
  entryIds: readonly TrayEntryId[],
) =>
  db
    .selectFrom('trayEntry')
    .leftJoin('user', 'user.id', 'trayEntry.decidedBy')
    .select('user.username')
    .where('trayEntry.imageId', 'in', imageIds)
    .where('trayEntry.id', 'not in', entryIds)
    .where('trayEntry.decision', 'not in', ['discard', 'restore'])
    .orderBy('trayEntry.id', 'desc')
    .executeTakeFirst()

/** The newest of the entries that replaced the file of an image. */
export const findLastReplacement = (db: ClinicDb, imageId: ImageId) =>
  db
    .selectFrom('trayEntry')
    .leftJoin('user', 'user.id', 'trayEntry.decidedBy')
    .select(['trayEntry.id', 'user.username'])
    .where('trayEntry.imageId', '=', imageId)
    .where('trayEntry.decision', '=', 'replace')
    .orderBy('trayEntry.decidedOn', 'desc')
    .orderBy('trayEntry.id', 'desc')
    .executeTakeFirst()

/** Whether a report shows one of the images, or a case has it. */
export async function isInUse(db: ClinicDb, imageIds: readonly ImageId[]): Promise<boolean> {
  const picture = await db
    .selectFrom('reportPicture')
    .select('reportPicture.imageId')
    .where('reportPicture.imageId', 'in', imageIds)
    .executeTakeFirst()
  if (picture) return true
  const report = await db
    .selectFrom('studyReport')
    .select('studyReport.imageId')
    .where('studyReport.imageId', 'in', imageIds)
    .executeTakeFirst()
  if (report) return true
  const file = await db
    .selectFrom('caseFile')
    .select('caseFile.imageId')
    .where('caseFile.imageId', 'in', imageIds)
    .executeTakeFirst()
  return file !== undefined
}

export const hasOpenCase = async (db: ClinicDb, studyIds: readonly StudyId[]) =>
  (await db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.studyId', 'in', studyIds)
    .where('radCase.isDeleted', '=', false)
    .where('radCase.status', '<', caseStatus.finalized)
    .executeTakeFirst()) !== undefined

/** The received images of studies that are newer than an image and did not come from the tray. */
export const listLaterImages = (db: ClinicDb, studyIds: readonly StudyId[], after: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .leftJoin('trayEntry', 'trayEntry.imageId', 'image.id')
    .leftJoin('replacedInstance', 'replacedInstance.imageId', 'image.id')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .select(['image.sopInstanceUID', 'image.hasPixels', 'study.patientId'])
    .select('replacedInstance.sopInstanceUID as correctedUID')
    .where('image.studyId', 'in', studyIds)
    .where('image.id', '>', after)
    .where('trayEntry.id', 'is', null)
    .orderBy('image.id')
    .execute()

/** The other studies of the patients of studies, with the claims of their files. */
export const listClaimingStudies = (
  db: ClinicDb,
  patientIds: readonly FiledImage['patientId'][],
  except: readonly StudyId[],
) =>
  db
    .selectFrom('study')
    .select(['study.id', 'study.claim'])
    .select((eb) =>
      eb
        .selectFrom('image')
        .select(({ fn }) => fn.countAll<number>().as('images'))
        .whereRef('image.studyId', '=', 'study.id')
        .as('images'),
    )
    .where('study.patientId', 'in', patientIds)
    .where('study.id', 'not in', except)
    .where('study.isDeleted', '=', false)
    .where('study.claim', 'is not', null)
    .execute()

/** Studies as they are named to a user, the oldest first. */
export const listStudies = (db: ClinicDb, ids: readonly StudyId[]) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select(['study.id as studyId', 'study.createdOn', 'patient.name as patientName'])
    .select('patient.patientId')
    .where('study.id', 'in', ids)
    .orderBy('study.createdOn')
    .orderBy('study.id')
    .execute()

/** The instances that an image had, the newest first. */
export const listVersions = (db: ClinicDb, imageIds: readonly ImageId[]) =>
  db
    .selectFrom('replacedInstance')
    .selectAll('replacedInstance')
    .where('replacedInstance.imageId', 'in', imageIds)
    .where('replacedInstance.replacedOn', 'is not', null)
    .orderBy('replacedInstance.replacedOn', 'desc')
    .execute()

export const findRecordClinic = (db: ClinicDb) =>
  db.selectFrom('clinic').select(['clinic.clinicType', 'clinic.timeZone']).executeTakeFirstOrThrow()

/** Whether a server has the image as it is now, or is receiving it. */
export const isSent = async (db: ClinicDb, imageId: ImageId) =>
  (await db
    .selectFrom('dicomSend')
    .select('dicomSend.id')
    .where('dicomSend.imageId', '=', imageId)
    .where('dicomSend.state', 'in', ['sent', 'sending'])
    .executeTakeFirst()) !== undefined

export const removeReplaced = (db: ClinicDb, imageId: ImageId, sopInstanceUID: string) =>
  db
    .deleteFrom('replacedInstance')
    .where('replacedInstance.imageId', '=', imageId)
    .where('replacedInstance.sopInstanceUID', '=', sopInstanceUID)
    .execute()

export const removeDiscarded = (db: ClinicDb, filePath: string) =>
  db
    .deleteFrom('trayEntry')
    .where('trayEntry.filePath', '=', filePath)
    .where('trayEntry.decision', '=', 'discard')
    .execute()
