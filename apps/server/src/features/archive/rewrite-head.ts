import { buffer } from 'node:stream/consumers'
import { Refusal, refuse } from '@talus/contract'
import { DicomFault, editDataSet, explicitLittleEndian } from '@talus/dicom'
import { dataSetStart, pixelDataChunks } from '@talus/dicom'
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
  file: FileToRewrite,
  changes: Attributes,
  newKey: string,
): Promise<StoredFile> {
  const head = edited(await headOf(files, file), changes)
  return files.put(newKey, joined(files, head, file))
}

/** A copy of a stored file with other attributes, and with other pixels of 16 bits each. */
export async function rewritePixels(
  files: FileStore,
  file: FileToRewrite,
  { changes, pixels }: { readonly changes: Attributes; readonly pixels: Uint8Array },
  newKey: string,
): Promise<StoredFile> {
  const head = edited(await headOf(files, file), changes)
  const { transferSyntaxUid } = dataSetStart(head)
  if (transferSyntaxUid !== explicitLittleEndian)
    refuse('import/unsupported', { values: { detail: `transfer syntax ${transferSyntaxUid}` } })
  const element = pixelDataChunks({ native: pixels, bitsAllocated: 16 }, { isExplicit: true })
  return files.put(newKey, inPieces([head, ...element]))
}

async function* inPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

async function headOf(
  files: FileStore,
  { key, byteLength, pixelStart }: FileToRewrite,
): Promise<Uint8Array> {
  const headBytes = pixelStart ?? byteLength
  if (headBytes > headBytesMax) refuse('import/unsupported', { values: { detail: 'a long head' } })
  const stream = await files.read(key, { start: 0, end: headBytes - 1 })
  if (!stream) refuse('image/missing')
  return buffer(stream)
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
  { key, pixelStart }: FileToRewrite,
): AsyncGenerator<Uint8Array> {
  yield head
  if (pixelStart === undefined) return
  const pixels = await files.read(key, { start: pixelStart })
  yield* pixels ?? refuse('image/missing')
}
