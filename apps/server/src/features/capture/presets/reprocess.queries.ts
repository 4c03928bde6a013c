import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export const setPreset = (db: ClinicDb, imageId: ImageId, preset: string) =>
  db.updateTable('rawFrame').set({ preset }).where('rawFrame.imageId', '=', imageId).execute()
