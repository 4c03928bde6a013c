import { buffer } from 'node:stream/consumers'
import { Refusal, refuse } from '@talus/contract'
import { DicomFault, editDataSet } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { FileStore, StoredFile } from '../../files/index.ts'

/** What stands before the pixels; a file without pixels is all head. */
const headBytesMax = 256 * 1024 * 1024

export interface FileToRewrite {
  readonly key: string
  readonly byteLength: number
  readonly pixelStart: number | undefined
}

/** A copy of a stored file with other attributes. Not a byte of its pixels is touched. */
export async function rewriteHead(
  files: FileStore,
  { key, byteLength, pixelStart }: FileToRewrite,
  changes: Attributes,
  newKey: string,
): Promise<StoredFile> {
  const headBytes = pixelStart ?? byteLength
  if (headBytes > headBytesMax) refuse('import/unsupported', { values: { detail: 'a long head' } })
  const stream = await files.read(key, { start: 0, end: headBytes - 1 })
  if (!stream) refuse('image/missing')
  const head = edited(await buffer(stream), changes)
  return files.put(newKey, joined(files, head, key, pixelStart))
}

function edited(head: Uint8Array, changes: Attributes): Uint8Array {
  try {
    return editDataSet(head, changes).bytes
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    throw new Refusal('import/unsupported', { values: { detail: error.detail } })
  }
}

async function* joined(
  files: FileStore,
  head: Uint8Array,
  key: string,
  pixelStart: number | undefined,
): AsyncGenerator<Uint8Array> {
  yield head
  if (pixelStart === undefined) return
  const pixels = await files.read(key, { start: pixelStart })
  yield* pixels ?? refuse('image/missing')
}
