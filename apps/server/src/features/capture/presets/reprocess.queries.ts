import type { ClinicId, ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

interface ReplacedInstance {
  readonly clinicId: ClinicId
  readonly imageId: ImageId
  readonly sopInstanceUID: string
}

/**
 * Registers a SOP instance UID of an image, so that a file with it is not adopted as a new image.
 */
export const addReplacedInstance = (db: ClinicDb, instance: ReplacedInstance) =>
  db.insertInto('replacedInstance', { ...instance }).execute()

export const removeReplacedInstance = (
  db: ClinicDb,
  { imageId, sopInstanceUID }: ReplacedInstance,
) =>
  db
    .deleteFrom('replacedInstance')
    .where('replacedInstance.imageId', '=', imageId)
    .where('replacedInstance.sopInstanceUID', '=', sopInstanceUID)
    .execute()

export const setPreset = (db: ClinicDb, imageId: ImageId, preset: string) =>
  db.updateTable('rawFrame').set({ preset }).where('rawFrame.imageId', '=', imageId).execute()
