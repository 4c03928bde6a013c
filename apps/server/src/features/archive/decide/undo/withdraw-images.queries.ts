import type { ImageId, Instant, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import { removeUnlessReferred } from '../../../../db/reference-violation.ts'
import { newUid } from '../../../studies/index.ts'

/** Tables whose rows belong to one image and have no meaning without it. */
const ofImage = [
  'imageHeader',
  'imageExposure',
  'imageRejection',
  'imageVersion',
  'imageCompression',
  'slice',
  'documentTicket',
  'outgoingFile',
  'replacedInstance',
  'restraintCorrection',
  'annotationCorrection',
  'dicomSend',
  'shareImage',
] as const

const idsPerQuery = 500

/**
 * Removes the records of images whose received files wait again. Download links with such an image
 * show another animal, and are revoked. Returns the paths of the copies that were made for sending.
 */
export async function withdrawImages(
  db: ClinicDb,
  imageIds: readonly ImageId[],
  now: Instant,
): Promise<string[]> {
  const copies: string[] = []
  for (let at = 0; at < imageIds.length; at += idsPerQuery)
    copies.push(...(await withdrawPage(db, imageIds.slice(at, at + idsPerQuery), now)))
  return copies
}

async function withdrawPage(db: ClinicDb, ids: readonly ImageId[], now: Instant) {
  const copies = await db
    .selectFrom('outgoingFile')
    .select('outgoingFile.filePath')
    .where('outgoingFile.imageId', 'in', ids)
    .execute()
  const shares = await db
    .selectFrom('shareImage')
    .select('shareImage.shareId')
    .where('shareImage.imageId', 'in', ids)
    .execute()
  if (shares.length > 0)
    await db
      .updateTable('share')
      .set({ revokedOn: now })
      .where(
        'share.id',
        'in',
        shares.map(({ shareId }) => shareId),
      )
      .where('share.revokedOn', 'is', null)
      .execute()
  // An entry that waits because it differs from such an image is no longer compared with it.
  await db
    .updateTable('trayEntry')
    .set({ recordImageId: null })
    .where('trayEntry.recordImageId', 'in', ids)
    .execute()
  await db
    .updateTable('trayEntry')
    .set({ imageId: null })
    .where('trayEntry.imageId', 'in', ids)
    .execute()
  for (const table of ofImage)
    await db.deleteFrom(table).where(`${table}.imageId`, 'in', ids).execute()
  await db.deleteFrom('image').where('image.id', 'in', ids).execute()
  return copies.map(({ filePath }) => filePath)
}

/**
 * Removes studies that are empty now. One that a user has planned or changed, or that another record
 * refers to, is deleted as users delete it. It gives up its UID: files with it would otherwise belong
 * to a deleted study of the wrong animal.
 */
export async function removeEmptyStudies(
  db: ClinicDb,
  studyIds: readonly StudyId[],
): Promise<void> {
  const rest = await db
    .selectFrom('image')
    .select(['image.studyId', 'image.seriesInstanceUID'])
    .distinct()
    .where('image.studyId', 'in', studyIds)
    .execute()
  const series = await db
    .selectFrom('series')
    .select(['series.id', 'series.studyId', 'series.seriesInstanceUID'])
    .where('series.studyId', 'in', studyIds)
    .execute()
  const used = new Set(rest.map(({ seriesInstanceUID }) => seriesInstanceUID))
  for (const { id, seriesInstanceUID } of series)
    if (!used.has(seriesInstanceUID) && !(await isUsed(db, seriesInstanceUID)))
      await db.deleteFrom('series').where('series.id', '=', id).execute()
  const left = new Set(rest.map(({ studyId }) => studyId))
  for (const id of studyIds)
    if (!left.has(id) && !(await removeUnused(db, id)))
      await db
        .updateTable('study')
        .set({ isDeleted: true, studyInstanceUID: newUid() })
        .where('study.id', '=', id)
        .execute()
}

/** Only received files have made a study that no audit event names. Returns whether it is removed. */
async function removeUnused(db: ClinicDb, id: StudyId): Promise<boolean> {
  const event = await db
    .selectFrom('auditEvent')
    .select('auditEvent.id')
    .where('auditEvent.kind', '=', 'study')
    .where('auditEvent.entityId', '=', id)
    .executeTakeFirst()
  if (event) return false
  return removeUnlessReferred(db.unscopedDb, async () => {
    await db.deleteFrom('studyClaim').where('studyClaim.studyId', '=', id).execute()
    await db.deleteFrom('study').where('study.id', '=', id).execute()
  })
}

/** Some systems use the UID of a series in two studies. */
const isUsed = async (db: ClinicDb, seriesInstanceUID: string) =>
  (await db
    .selectFrom('image')
    .select('image.id')
    .where('image.seriesInstanceUID', '=', seriesInstanceUID)
    .executeTakeFirst()) !== undefined
