import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FrameInfo, refuse, speciesName } from '@talus/contract'
import type { ImageId, Species } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FrameToProcess } from '../../../workers/index.ts'
import { frameToProcess } from '../frames/frame-picture.ts'
import * as looks from './looks.queries.ts'
import type { ImageRow } from './looks.queries.ts'

const Told = FrameInfo.pick({
  id: true,
  format: true,
  width: true,
  height: true,
  bits: true,
  pitch: true,
  calibration: true,
})

/** An image that was taken here, and the frame that it was made of. */
export interface FrameOfImage {
  readonly image: ImageRow
  readonly species: Species
  /** Reads all of it. */
  readonly frame: () => Promise<FrameToProcess>
}

export async function frameOf(
  files: FileStore,
  db: ClinicDb,
  imageId: ImageId,
): Promise<FrameOfImage> {
  const image = (await looks.find(db, imageId)) ?? refuse('record/not-found')
  const { rawPath, rawSha256, bodyPart, speciesId } = image
  const told = Told.safeParse(image.info).data
  // A sensor that gives whole DICOM files leaves nothing to be processed.
  if (rawPath === null || rawSha256 === null || told?.format !== 'raw16')
    refuse('capture/no-raw-data')
  return {
    image,
    species: (speciesId === null ? undefined : speciesName(speciesId)) ?? 'Canine',
    frame: async () => ({
      ...frameToProcess(told, { speciesId, bodyPart }, await readRaw(files, rawPath, rawSha256)),
      id: told.id,
    }),
  }
}

/** What is not what the sensor gave may be of another animal. */
async function readRaw(files: FileStore, key: string, sha256: string): Promise<Uint8Array> {
  const stream = (await files.read(key)) ?? refuse('image/missing')
  const bytes = await buffer(stream)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) refuse('image/unreadable')
  return bytes
}
