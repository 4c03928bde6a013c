import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FrameInfo, refuse, getSpeciesName } from '@talus/contract'
import type { ImageId, Species } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FrameToProcess } from '../../../workers/index.ts'
import { toProcessingInput } from '../frames/frame-image.ts'
import * as queries from './presets.queries.ts'
import type { ImageRow } from './presets.queries.ts'

const StoredFrameInfo = FrameInfo.pick({
  id: true,
  format: true,
  width: true,
  height: true,
  bits: true,
  pitch: true,
  calibration: true,
})

/** A captured image with the raw frame that it was created from. */
export interface ImageWithRawFrame {
  readonly image: ImageRow
  readonly species: Species
  /** Reads the whole raw frame. */
  readonly readFrame: () => Promise<FrameToProcess>
}

export async function loadRawFrame(
  files: FileStore,
  db: ClinicDb,
  imageId: ImageId,
): Promise<ImageWithRawFrame> {
  const image = (await queries.find(db, imageId)) ?? refuse('record/not-found')
  const { rawPath, rawSha256, bodyPart, speciesId } = image
  const info = StoredFrameInfo.safeParse(image.info).data
  // A frame that arrived as a DICOM file has no raw data to process.
  if (rawPath === null || rawSha256 === null || info?.format !== 'raw16')
    refuse('capture/no-raw-data')
  return {
    image,
    species: (speciesId === null ? undefined : getSpeciesName(speciesId)) ?? 'Canine',
    readFrame: async () => ({
      ...toProcessingInput(info, { speciesId, bodyPart }, await readRaw(files, rawPath, rawSha256)),
      id: info.id,
    }),
  }
}

/** Verifies the checksum: other bytes than those of the sensor may belong to another patient. */
async function readRaw(files: FileStore, key: string, sha256: string): Promise<Uint8Array> {
  const stream = (await files.read(key)) ?? refuse('image/missing')
  const bytes = await buffer(stream)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) refuse('image/unreadable')
  return bytes
}
