import type { ImageId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ImageRejectionTable } from '../../../db/image-tables.ts'

export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .select(['image.id', 'image.clinicId', 'image.studyId', 'image.bodyPart', 'image.bodyPartView'])
    .where('image.id', '=', id)
    .executeTakeFirst()

/** Resolves with true if this call rejected the image. */
export async function setRejected(db: ClinicDb, id: ImageId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set({ isRejected: true })
    .where('image.id', '=', id)
    .where('image.isRejected', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Resolves with true if this call took the rejection back. */
export async function setShown(db: ClinicDb, id: ImageId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set({ isRejected: false })
    .where('image.id', '=', id)
    .where('image.isRejected', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The reason that counts: the last one. */
export const findLastReason = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('imageRejection')
    .select('imageRejection.rejectionReason')
    .where('imageRejection.imageId', '=', id)
    .orderBy('imageRejection.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (db: ClinicDb, rejection: Insertable<ImageRejectionTable>) =>
  db.insertInto('imageRejection', rejection).execute()
