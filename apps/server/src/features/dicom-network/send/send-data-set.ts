import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '@talus/contract'
import { DicomFault, findDataSetStart } from '@talus/dicom'
import type { DataSetStart } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'
import type { ObjectFormat } from './send-contexts.ts'

export interface StoredObject {
  readonly filePath: string
  /** Hash of the stored bytes; empty if the record is older than the file store. */
  readonly sha256: string
  readonly sopClassUID: string
  readonly transferSyntaxUID: string
}

/** Enough for the file meta information, which has a few hundred bytes. */
const headerBytesMax = 64 * 1024

const createMissing = () => new Refusal('image/missing')
const createDamaged = () => new Refusal('image/unreadable')

function readDataSetStart(prefix: Uint8Array): DataSetStart {
  try {
    return findDataSetStart(prefix)
  } catch (error) {
    throw error instanceof DicomFault ? createDamaged() : error
  }
}

/** Reads the format from the file if the record does not hold it. */
export async function readObjectFormat(
  files: FileStore,
  object: StoredObject,
): Promise<ObjectFormat> {
  const { sopClassUID: sopClass, transferSyntaxUID: transferSyntax, filePath } = object
  if (sopClass !== '' && transferSyntax !== '') return { sopClass, transferSyntax }
  const stream = await files.read(filePath, { start: 0, end: headerBytesMax - 1 })
  if (!stream) throw createMissing()
  const start = readDataSetStart(await buffer(stream))
  if (start.sopClassUid === '' || start.transferSyntaxUid === '') throw createDamaged()
  return { sopClass: start.sopClassUid, transferSyntax: start.transferSyntaxUid }
}

/**
 * The data set of a file as it is stored, without the file meta information. The last chunk is held
 * back until the hash of the whole file is verified, so that no peer receives a damaged file whole.
 */
export async function openDataSet(
  files: FileStore,
  { filePath, sha256 }: StoredObject,
): Promise<AsyncIterable<Uint8Array>> {
  const stream = await files.read(filePath)
  if (!stream) throw createMissing()
  const hash = createHash('sha256')

  async function* dataSet(chunks: AsyncIterable<Uint8Array>) {
    const head: Uint8Array[] = []
    let headLength = 0
    let held: Uint8Array | undefined
    let sent = 0
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (held) {
        sent += held.length
        yield held
        held = chunk
        continue
      }
      head.push(chunk)
      headLength += chunk.length
      if (headLength < headerBytesMax) continue
      held = removeHeader(head)
    }
    held ??= removeHeader(head)
    if (sha256 !== '' && hash.digest('hex') !== sha256) throw createDamaged()
    yield held
    // PS3.5 A.5: a deflated data set may have odd length, but PDVs are even (PS3.8 annex E).
    if ((sent + held.length) % 2 === 1) yield Uint8Array.of(0)
  }
  return dataSet(stream)
}

function removeHeader(head: readonly Uint8Array[]): Uint8Array {
  const prefix = Buffer.concat(head)
  return prefix.subarray(readDataSetStart(prefix).at)
}

/** Larger files are not decompressed in memory. */
const wholeBytesMax = 512 * 1024 * 1024

/** Reads a whole file, to be transcoded. */
export async function readWhole(
  files: FileStore,
  { filePath, sha256 }: StoredObject,
): Promise<Uint8Array> {
  const stream = await files.read(filePath)
  if (!stream) throw createMissing()
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    chunks.push(chunk)
    length += chunk.length
    if (length > wholeBytesMax) throw new DicomFault('too-large', 'to be unpacked')
  }
  if (sha256 !== '' && hash.digest('hex') !== sha256) throw createDamaged()
  return Buffer.concat(chunks)
}
