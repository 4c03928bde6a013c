import { createHash } from 'node:crypto'
import { FrameInfo, refuse, speciesName } from '@talus/contract'
import type { ImageId, Species } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { FileStore } from '../../files/index.ts'
import type { FrameToProcess } from '../../workers/index.ts'
import * as looks from './looks.queries.ts'
import type { ImageRow } from './looks.queries.ts'

const Told = FrameInfo.pick({
  format: true,
  width: true,
  height: true,
  bits: true,
  pitch: true,
  calibration: true,
})

/** An image, and the frame that it was made of. */
export interface FrameOfImage {
  readonly image: ImageRow
  readonly species: Species
  readonly frame: FrameToProcess
}

export async function frameOf(files: FileStore, db: ClinicDb, id: ImageId): Promise<FrameOfImage> {
  const image = (await looks.find(db, id)) ?? refuse('record/not-found')
  const { frameId, rawPath, rawSha256, bodyPart, speciesId } = image
  const told = Told.safeParse(image.info).data
  // A sensor that gives whole DICOM files leaves nothing to be processed.
  if (frameId === null || rawPath === null || told?.format !== 'raw16')
    refuse('capture/no-raw-data')
  const { width, height, bits, pitch, calibration } = told
  const species = (speciesId === null ? undefined : speciesName(speciesId)) ?? 'Canine'
  const bytes = () => readRaw(files, rawPath, { byteLength: 2 * width * height, sha256: rawSha256 })
  const frame = { id: frameId, width, height, bits, pitch, calibration, bytes, bodyPart, species }
  return { image, species, frame }
}

/** All counts of a frame; what never came of it is black. */
async function readRaw(
  files: FileStore,
  key: string,
  { byteLength, sha256 }: { readonly byteLength: number; readonly sha256: string | null },
): Promise<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> = (await files.read(key)) ?? refuse('image/missing')
  const hash = createHash('sha256')
  // Memory of its own, so that it can be handed over.
  const bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    bytes.set(chunk.subarray(0, byteLength - at), at)
    at = Math.min(byteLength, at + chunk.length)
  }
  if (hash.digest('hex') !== sha256) refuse('image/unreadable')
  return bytes
}
