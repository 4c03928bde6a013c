import type { ImageId } from '@talus/contract'
import type { Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ImageTable } from '../../db/image-tables.ts'

type Switch = Updateable<ImageTable> & Pick<ImageTable, 'filePath' | 'sha256' | 'byteLength'>

/**
 * Another file for an image, and what goes with it: only as long as its file is still the one that was
 * read. False where somebody else was first; then nothing is changed.
 */
export async function switchFile(
  db: ClinicDb,
  id: ImageId,
  { readFile, change, json }: { readFile: string; change: Switch; json: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set(change)
    .where('image.id', '=', id)
    .where('image.filePath', '=', readFile)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db.updateTable('imageHeader').set({ json }).where('imageHeader.imageId', '=', id).execute()
  return true
}
