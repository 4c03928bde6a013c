import { refuse } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import { borrowShared } from '../../workers/index.ts'
import type { SharedMemory } from '../../workers/index.ts'

/** Read into memory to be unpacked; nothing that a clinic takes comes near this. */
const wholeBytesMax = 512 * 1024 * 1024

export interface RecordedBytes {
  readonly filePath: string
  readonly byteLength: number
}

/** Some bytes of a file, of one piece that can be handed over to a worker. */
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

/** Parts of a file, one behind the other. */
export async function readParts(
  files: FileStore,
  key: string,
  parts: readonly Part[],
): Promise<Uint8Array<ArrayBuffer>> {
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  if (length > wholeBytesMax) refuse('web/not-acceptable')
  const bytes = new Uint8Array(length)
  let at = 0
  for (const { start, end } of parts) {
    await fill(files, key, start, bytes.subarray(at, at + end - start))
    at += end - start
  }
  return bytes
}

async function fill(files: FileStore, key: string, start: number, bytes: Uint8Array) {
  const file = (await files.open(key, start)) ?? refuse('image/missing')
  try {
    for (let at = 0; at < bytes.byteLength;) {
      const read = await file.read(bytes.subarray(at))
      if (read === 0) refuse('image/unreadable')
      at += read
    }
  } finally {
    await file.close()
  }
}

/** The whole file, in memory that is given back by whoever has done with it. Its hash is for them to look at. */
export async function lendWhole(
  files: FileStore,
  { filePath, byteLength }: RecordedBytes,
): Promise<SharedMemory> {
  if (byteLength > wholeBytesMax) refuse('web/not-acceptable')
  const lent = borrowShared(byteLength)
  try {
    await fill(files, filePath, 0, lent.bytes)
    return lent
  } catch (error) {
    lent.giveBack()
    throw error
  }
}

/** What is not the file that was stored, by its hash, is not shown: it may be of another animal. */
export async function readWhole(
  files: FileStore,
  recorded: RecordedBytes & { readonly sha256: string },
): Promise<Uint8Array> {
  const bytes = await readBytes(files, recorded, 0, recorded.byteLength)
  if (recorded.sha256 === '') return bytes
  // In a thread of Node's own: other requests go on meanwhile.
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  if (Buffer.from(hash).toString('hex') !== recorded.sha256) refuse('image/unreadable')
  return bytes
}
