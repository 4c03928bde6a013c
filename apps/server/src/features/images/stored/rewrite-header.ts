import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { refuse } from '@talus/contract'
import { DicomFault, explicitLittleEndian } from '@talus/dicom'
import { findDataSetStart, writePixelDataChunks } from '@talus/dicom'
import type { Attributes, EditOptions } from '@talus/dicom'
import { openChunks } from '../../../files/index.ts'
import type { FileStore, StoredFile } from '../../../files/index.ts'
import { isServerFault, WorkerFault } from '../../../workers/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { readParts } from './read-file.ts'
import { createFileRefusal } from './refuse-file.ts'
import { verifyFile } from './verify-file.ts'

/** The limit for the bytes before the pixel data; a file without pixel data is all header. */
const headerBytesMax = 64 * 1024 * 1024

export interface RewriteDeps {
  readonly files: FileStore
  /** Edits the header: parsing it here would stop all requests while it lasts. */
  readonly readPool: Pick<ReadPool, 'edit'>
}

export interface FileToRewrite {
  readonly key: string
  /** Empty if it was recorded before files had hashes. */
  readonly sha256: string
  readonly byteLength: number
  readonly pixelStart: number | undefined
}

/**
 * Copies a stored file with other attributes. The pixel data keep their bytes. A damaged file is
 * refused: its copy would get a hash of its own, by which it would look intact.
 */
export async function rewriteHeader(
  { files, readPool }: RewriteDeps,
  file: FileToRewrite,
  changes: Attributes,
  newKey: string,
  options?: EditOptions,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  const load = async () => {
    const header = await readHeader(files, file)
    hash.update(header)
    return header
  }
  const header = await editHeader(readPool, load, changes, options)
  return files.put(newKey, joinParts(files, header, file, hash))
}

/** Copies a stored file with other attributes, and with other pixel data of 16 bits each. */
export async function rewritePixels(
  { files, readPool }: RewriteDeps,
  file: FileToRewrite,
  { changes, pixels }: { readonly changes: Attributes; readonly pixels: Uint8Array },
  newKey: string,
): Promise<StoredFile> {
  await verifyFile(files, file)
  const header = await editHeader(readPool, () => readHeader(files, file), changes)
  const { transferSyntaxUid } = findDataSetStart(header)
  if (transferSyntaxUid !== explicitLittleEndian) refuse('import/unsupported')
  const element = writePixelDataChunks({ native: pixels, bitsAllocated: 16 }, { isExplicit: true })
  return files.put(newKey, toAsyncIterable([header, ...element]))
}

async function* toAsyncIterable(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}

async function readHeader(
  files: FileStore,
  { key, byteLength, pixelStart }: FileToRewrite,
): Promise<Uint8Array> {
  const headerBytes = pixelStart ?? byteLength
  if (headerBytes > headerBytesMax)
    throw createFileRefusal({
      code: 'too-large',
      limit: { name: 'headerBytes', most: headerBytesMax },
    })
  return readParts(files, key, [{ start: 0, end: headerBytes }])
}

async function editHeader(
  readPool: RewriteDeps['readPool'],
  loadHeader: () => Promise<Uint8Array>,
  changes: Attributes,
  options?: EditOptions,
): Promise<Uint8Array> {
  try {
    return await readPool.edit(loadHeader, changes, options)
  } catch (error) {
    if (error instanceof WorkerFault)
      refuse(isServerFault(error) ? 'server/unavailable' : 'import/damaged')
    if (!(error instanceof DicomFault)) throw error
    throw createFileRefusal(error)
  }
}

async function* joinParts(
  files: FileStore,
  header: Uint8Array,
  { key, pixelStart, sha256 }: FileToRewrite,
  original: Hash,
): AsyncGenerator<Uint8Array> {
  yield header
  if (pixelStart !== undefined) {
    const stream = (await openChunks(files, key, { start: pixelStart })) ?? refuse('image/missing')
    for await (const chunk of stream) {
      original.update(chunk)
      yield chunk
    }
  }
  if (sha256 !== '' && original.digest('hex') !== sha256) refuse('image/unreadable')
}
