import type { ImageId, Instant, ShareId, StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ShareTable } from '../../db/exchange-tables.ts'
import type { UnscopedDb } from '../../db/open.ts'

/**
 * The number of wrong PINs that revokes a link: a recipient who needs more does not have the PIN.
 */
export const wrongPinsMax = 10

export async function insert(
  db: ClinicDb,
  share: Insertable<ShareTable>,
  imageIds: readonly ImageId[],
): Promise<ShareId> {
  const { id } = await db.insertInto('share', share).returning('id').executeTakeFirstOrThrow()
  const { clinicId } = share
  for (const imageId of imageIds)
    await db.insertInto('shareImage', { shareId: id, imageId, clinicId }).execute()
  return id
}

const withImages = (db: ClinicDb) =>
  db
    .selectFrom('share')
    .innerJoin('user', 'user.id', 'share.userId')
    .selectAll('share')
    .select((eb) => [
      'user.username as user',
      eb
        .selectFrom('shareImage')
        .whereRef('shareImage.shareId', '=', 'share.id')
        .select(({ fn }) => fn.countAll<number>().as('images'))
        .as('imageCount'),
    ])

/** Lists the shares of a study, the newest first. */
export const ofStudy = (db: ClinicDb, studyId: StudyId) =>
  withImages(db).where('share.studyId', '=', studyId).orderBy('share.id', 'desc').execute()

export const find = (db: ClinicDb, id: ShareId) =>
  withImages(db).where('share.id', '=', id).executeTakeFirst()
export type FoundShare = NonNullable<Awaited<ReturnType<typeof find>>>

/** Returns false if it was revoked before. */
export async function close(db: ClinicDb, id: ShareId, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('share')
    .set({ revokedOn: now })
    .where('share.id', '=', id)
    .where('share.revokedOn', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findPatientName = async (db: ClinicDb, studyId: StudyId): Promise<string> => {
  const found = await db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select('patient.name')
    .where('study.id', '=', studyId)
    .executeTakeFirst()
  return found?.name ?? ''
}

/**
 * Finds the share of a link, whose holder belongs to no clinic. A link that is not open is not
 * found.
 */
export const findOpen = (unscopedDb: UnscopedDb, tokenHash: string, now: Instant) =>
  unscopedDb
    .selectFrom('share')
    .innerJoin('study', 'study.id', 'share.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'share.clinicId')
    .select([
      'share.id',
      'share.clinicId',
      'share.studyId',
      'share.pinHash',
      'share.expiresOn',
      'study.createdOn as studyDate',
      'patient.name as patientName',
      'clinic.name as clinicName',
      'clinic.timeZone',
    ])
    .where('share.tokenHash', '=', tokenHash)
    .where('share.expiresOn', '>', now)
    .where('share.revokedOn', 'is', null)
    .where('share.wrongPins', '<', wrongPinsMax)
    .where('study.isDeleted', '=', false)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()

/** All images that were ever shared, in a stable order: their positions are in the URLs. */
export async function listImageIds(db: ClinicDb, shareId: ShareId): Promise<readonly ImageId[]> {
  const rows = await db
    .selectFrom('shareImage')
    .select('shareImage.imageId')
    .where('shareImage.shareId', '=', shareId)
    .orderBy('shareImage.imageId')
    .execute()
  return rows.map(({ imageId }) => imageId)
}

export const countOpening = (db: ClinicDb, id: ShareId, now: Instant) =>
  db
    .updateTable('share')
    .set((eb) => ({ opened: eb('share.opened', '+', 1), lastOpenedOn: now }))
    .where('share.id', '=', id)
    .execute()

/**
 * Counts an attempt as wrong before the PIN is checked, so that only ten of a hundred concurrent
 * attempts are checked. Returns the number of attempts, or undefined if none is left.
 */
export async function recordPinAttempt(db: ClinicDb, id: ShareId): Promise<number | undefined> {
  const updated = await db
    .updateTable('share')
    .set((eb) => ({ wrongPins: eb('share.wrongPins', '+', 1) }))
    .where('share.id', '=', id)
    .where('share.wrongPins', '<', wrongPinsMax)
    .where('share.revokedOn', 'is', null)
    .returning('share.wrongPins')
    .executeTakeFirst()
  return updated?.wrongPins
}

export const resetPinAttempts = (db: ClinicDb, id: ShareId) =>
  db.updateTable('share').set({ wrongPins: 0 }).where('share.id', '=', id).execute()
