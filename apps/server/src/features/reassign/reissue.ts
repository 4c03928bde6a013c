import type { DicomSendId, ImageId, StudyId, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ReissuedImage } from '../../db/reassign-tables.ts'
import { keepReplaced, requeueSent } from '../archive/index.ts'
import { newUid } from '../studies/index.ts'

/** A user who notices a mistake undoes it before the servers get the images again. */
const undoMs = 60_000

/** The sends of images to servers that have them, or are receiving them. */
const listSends = (db: ClinicDb, studyIds: readonly StudyId[]) =>
  db
    .selectFrom('dicomSend')
    .innerJoin('image', 'image.id', 'dicomSend.imageId')
    .select(['dicomSend.id as sendId', 'image.id', 'image.clinicId', 'image.sopInstanceUID'])
    .where('image.studyId', 'in', studyIds)
    .where('dicomSend.state', 'in', ['sent', 'sending'])
    .orderBy('image.id')
    .execute()

/**
 * Images that other systems have as those of another animal get a new SOP instance UID and are sent
 * again: a receiver keeps the first object of a UID. The stored file does not change, and the new
 * UID is written on the way out, with the animal.
 */
export async function reissueImages(
  db: ClinicDb,
  studyIds: readonly StudyId[],
  {
    userId,
    now,
    except = new Set(),
  }: {
    readonly userId: UserId
    readonly now: Date
    /** Images that the servers have as they are now. */
    readonly except?: ReadonlySet<ImageId>
  },
): Promise<readonly ReissuedImage[]> {
  if (studyIds.length === 0) return []
  const sends = (await listSends(db, studyIds)).filter(({ id }) => !except.has(id))
  const reissued: ReissuedImage[] = []
  for (const [id, ofImage] of Map.groupBy(sends, (send) => send.id)) {
    const [first] = ofImage
    if (!first) continue
    const { clinicId, sopInstanceUID: before } = first
    const after = newUid()
    await setUid(db, id, after)
    await keepReplaced(db, {
      clinicId,
      imageId: id,
      sopInstanceUID: before,
      filePath: null,
      sha256: '',
      byteLength: 0,
      reason: 'identity',
      userId,
      replacedOn: now.toISOString(),
    })
    reissued.push({ id, before, after, sendIds: ofImage.map(({ sendId }) => sendId) })
  }
  const dueOn = new Date(now.getTime() + undoMs).toISOString()
  await requeueSent(
    db,
    reissued.map(({ id }) => id),
    { now: now.toISOString(), dueOn },
  )
  return reissued
}

const setUid = (db: ClinicDb, id: ImageId, sopInstanceUID: string) =>
  db.updateTable('image').set({ sopInstanceUID }).where('image.id', '=', id).execute()

/** Restores the UIDs of images that no server has got again yet, and returns these images. */
export async function restoreImages(
  db: ClinicDb,
  images: readonly ReissuedImage[],
  now: Date,
): Promise<ReadonlySet<ImageId>> {
  const restored = new Set<ImageId>()
  for (const image of images) {
    if (!(await isRestorable(db, image))) continue
    await setUid(db, image.id, image.before)
    await db
      .deleteFrom('replacedInstance')
      .where('replacedInstance.imageId', '=', image.id)
      .where('replacedInstance.sopInstanceUID', '=', image.before)
      .execute()
    await db
      .updateTable('dicomSend')
      .set({ state: 'sent', nextTryOn: null, finishedOn: now.toISOString() })
      .where('dicomSend.id', 'in', image.sendIds)
      .execute()
    restored.add(image.id)
  }
  return restored
}

async function isRestorable(db: ClinicDb, { id, after, sendIds }: ReissuedImage) {
  const image = await db
    .selectFrom('image')
    .select('image.sopInstanceUID')
    .where('image.id', '=', id)
    .executeTakeFirst()
  return image?.sopInstanceUID === after && (await areUntried(db, sendIds))
}

async function areUntried(db: ClinicDb, ids: readonly DicomSendId[]): Promise<boolean> {
  const sends = await db
    .selectFrom('dicomSend')
    .select(['dicomSend.state', 'dicomSend.attempts'])
    .where('dicomSend.id', 'in', ids)
    .execute()
  return sends.every(({ state, attempts }) => state === 'waiting' && attempts === 0)
}
