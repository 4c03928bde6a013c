import type { ClinicId, ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

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

export const setLook = (db: ClinicDb, imageId: ImageId, look: string) =>
  db.updateTable('rawFrame').set({ look }).where('rawFrame.imageId', '=', imageId).execute()
