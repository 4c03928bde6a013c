import { refuse } from '@talus/contract'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import { acquireSharedBuffer } from '../../../workers/index.ts'
import type { SharedBuffer } from '../../../workers/index.ts'

/** The limit for files that are converted in memory; the images of a clinic are far smaller. */
const wholeBytesMax = 512 * 1024 * 1024
/** The limit for files that are read as a whole to decode one frame: a frame and its header. */
export const decodedBytesMax = 160 * 1024 * 1024

export interface RecordedBytes {
  readonly filePath: string
  readonly byteLength: number
}

/** Reads a range of a file into one buffer that can be transferred to a worker. */
export const readBytes = (
  files: FileStore,
  { filePath }: RecordedBytes,
  start: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> => readParts(files, filePath, [{ start, end: start + length }])

interface Part {
  readonly start: number
  readonly end: number
}

/**
 * Reads ranges of a file into one buffer, one after the other, each at a multiple of the alignment.
 */
export async function readParts(
  files: FileStore,
  key: string,
  parts: readonly Part[],
  alignment = 1,
): Promise<Uint8Array<ArrayBuffer>> {
  const align = (at: number) => Math.ceil(at / alignment) * alignment
  const length = parts.reduce((sum, { start, end }) => align(sum) + end - start, 0)
  if (length > wholeBytesMax) refuse('web/not-acceptable')
  const bytes = new Uint8Array(length)
  let at = 0
  for (const { start, end } of parts) {
    at = align(at)
    await fill(files, key, start, bytes.subarray(at, at + end - start))
    at += end - start
  }
  return bytes
}

async function fill(files: FileStore, key: string, start: number, bytes: Uint8Array) {
  const file = (await files.open(key, start)) ?? refuse('image/missing')
  try {
    await fillFrom(file, bytes)
  } finally {
    await file.close()
  }
}

/** Fills all bytes from the current position of a file; refuses a file that is too short. */
export async function fillFrom(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) {
    const read = await file.read(bytes.subarray(at))
    if (read === 0) refuse('image/unreadable')
    at += read
  }
}

/**
 * Reads the whole file into pooled shared memory, which the caller gives back. The caller verifies
 * its hash.
 */
export async function readWholePooled(
  files: FileStore,
  { filePath, byteLength }: RecordedBytes,
): Promise<SharedBuffer> {
  if (byteLength > decodedBytesMax) refuse('web/not-acceptable')
  const shared = acquireSharedBuffer(byteLength)
  try {
    await fill(files, filePath, 0, shared.bytes)
    return shared
  } catch (error) {
    shared.release()
    throw error
  }
}

/**
 * A file other than the stored one, by its hash, is not shown: it may belong to another patient.
 */
export async function readWhole(
  files: FileStore,
  recorded: RecordedBytes & { readonly sha256: string },
): Promise<Uint8Array> {
  const bytes = await readBytes(files, recorded, 0, recorded.byteLength)
  if (recorded.sha256 === '') return bytes
  // Hashed in a thread of Node: other requests go on meanwhile.
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  if (Buffer.from(hash).toString('hex') !== recorded.sha256) refuse('image/unreadable')
  return bytes
}
