import type { ClinicId, ImageId } from '@talus/contract'
import type { Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { ImageTable } from '../../db/image-tables.ts'

interface Instance {
  readonly clinicId: ClinicId
  readonly imageId: ImageId
  readonly sopInstanceUID: string
}

/** A file of that name is this image, and no new one. */
export const remember = (db: ClinicDb, instance: Instance) =>
  db.insertInto('replacedInstance', { ...instance }).execute()

export const forget = (db: ClinicDb, { imageId, sopInstanceUID }: Instance) =>
  db
    .deleteFrom('replacedInstance')
    .where('replacedInstance.imageId', '=', imageId)
    .where('replacedInstance.sopInstanceUID', '=', sopInstanceUID)
    .execute()

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

export const setHeader = (db: ClinicDb, imageId: ImageId, json: string) =>
  db.updateTable('imageHeader').set({ json }).where('imageHeader.imageId', '=', imageId).execute()

export const setLook = (db: ClinicDb, imageId: ImageId, look: string) =>
  db.updateTable('rawFrame').set({ look }).where('rawFrame.imageId', '=', imageId).execute()
