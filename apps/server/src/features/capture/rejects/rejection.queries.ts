import type { ImageId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ImageRejectionTable } from '../../../db/image-tables.ts'

export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .select(['image.id', 'image.clinicId', 'image.bodyPart', 'image.bodyPartView'])
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

export const insert = (db: ClinicDb, rejection: Insertable<ImageRejectionTable>) =>
  db.insertInto('imageRejection', rejection).execute()
