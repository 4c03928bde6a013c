import type { ImageId } from '@talus/contract'
import type { Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ImageTable } from '../../../db/image-tables.ts'

export type FileChange = Updateable<ImageTable> &
  Pick<ImageTable, 'filePath' | 'sha256' | 'byteLength'>

/**
 * Replaces the file of an image and related columns, but only if its file is still the one that was
 * read. Returns false if another change was first; then nothing is changed.
 */
export async function replaceFile(
  db: ClinicDb,
  id: ImageId,
  {
    previousPath,
    previousContent,
    receivedContent,
    change,
    json,
  }: {
    previousPath: string
    /** The hash of the data set that is replaced, by which it is known if it is sent again. */
    previousContent: string | undefined
    /** The hash of a received data set that was changed before it was stored. */
    receivedContent?: string | undefined
    change: FileChange
    json: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('image')
    .set(change)
    .where('image.id', '=', id)
    .where('image.filePath', '=', previousPath)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db.updateTable('imageHeader').set({ json }).where('imageHeader.imageId', '=', id).execute()
  for (const content of [previousContent, receivedContent])
    if (content !== undefined) await addVersion(db, id, content)
  return true
}

/** A received object that waits again is not known as a version of the image. */
export const removeVersion = (db: ClinicDb, imageId: ImageId, dataSetSha256: string) =>
  db
    .deleteFrom('imageVersion')
    .where('imageVersion.imageId', '=', imageId)
    .where('imageVersion.dataSetSha256', '=', dataSetSha256)
    .execute()

async function addVersion(db: ClinicDb, imageId: ImageId, dataSetSha256: string): Promise<void> {
  const { clinicId } = await db
    .selectFrom('image')
    .select('image.clinicId')
    .where('image.id', '=', imageId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('imageVersion', { clinicId, imageId, dataSetSha256 })
    .onConflict((conflict) =>
      conflict.columns(['clinicId', 'imageId', 'dataSetSha256']).doNothing(),
    )
    .execute()
}
