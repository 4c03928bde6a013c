import type { ImageId } from '@talus/contract'
import type { Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ImageTable } from '../../db/image-tables.ts'

export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .selectAll('image')
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

/** Only as long as its file is still the one that was read. */
export async function update(
  db: ClinicDb,
  id: ImageId,
  readFile: string,
  change: Updateable<ImageTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set(change)
    .where('image.id', '=', id)
    .where('image.filePath', '=', readFile)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function setHeader(db: ClinicDb, imageId: ImageId, json: string): Promise<void> {
  await db
    .updateTable('imageHeader')
    .set({ json })
    .where('imageHeader.imageId', '=', imageId)
    .execute()
}
