import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '@talus/contract'
import { DicomFault, dataSetStart } from '@talus/dicom'
import type { DataSetStart } from '@talus/dicom'
import type { FileStore } from '../../files/index.ts'
import type { Form } from './send-contexts.ts'

export interface StoredObject {
  readonly filePath: string
  /** As they were stored; empty where the record is older than the file store. */
  readonly sha256: string
  readonly sopClassUID: string
  readonly transferSyntaxUID: string
}

/** File meta information takes some hundred bytes of it. */
const startBytes = 64 * 1024

const missing = () => new Refusal('image/missing')
const damaged = () => new Refusal('image/unreadable')

function startOf(prefix: Uint8Array): DataSetStart {
  try {
    return dataSetStart(prefix)
  } catch (error) {
    throw error instanceof DicomFault ? damaged() : error
  }
}

/** Where the record does not say what the file is, the file does. */
export async function formOf(files: FileStore, object: StoredObject): Promise<Form> {
  const { sopClassUID: sopClass, transferSyntaxUID: transferSyntax, filePath } = object
  if (sopClass !== '' && transferSyntax !== '') return { sopClass, transferSyntax }
  const stream = await files.read(filePath, { start: 0, end: startBytes - 1 })
  if (!stream) throw missing()
  const start = startOf(await buffer(stream))
  if (start.sopClassUid === '' || start.transferSyntaxUid === '') throw damaged()
  return { sopClass: start.sopClassUid, transferSyntax: start.transferSyntaxUid }
}

/**
 * The data set of a file as it is stored, without the head of the file. The last piece is kept back until
 * all of the file is known to be what was stored: of a damaged one no peer has the whole.
 */
export async function openDataSet(
  files: FileStore,
  { filePath, sha256 }: StoredObject,
): Promise<AsyncIterable<Uint8Array>> {
  const stream = await files.read(filePath)
  if (!stream) throw missing()
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
      if (headLength < startBytes) continue
      held = bodyOf(head)
    }
    held ??= bodyOf(head)
    if (sha256 !== '' && hash.digest('hex') !== sha256) throw damaged()
    yield held
    // PS3.5 A.5: a deflated one may be odd, and what is sent is even (PS3.8 annex E).
    if ((sent + held.length) % 2 === 1) yield Uint8Array.of(0)
  }
  return dataSet(stream)
}

function bodyOf(head: readonly Uint8Array[]): Uint8Array {
  const prefix = Buffer.concat(head)
  return prefix.subarray(startOf(prefix).at)
}

/** More than this is not unpacked in memory. */
const wholeBytesMax = 512 * 1024 * 1024

/** A whole file, to be turned into another form. */
export async function readWhole(
  files: FileStore,
  { filePath, sha256 }: StoredObject,
): Promise<Uint8Array> {
  const stream = await files.read(filePath)
  if (!stream) throw missing()
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    chunks.push(chunk)
    length += chunk.length
    if (length > wholeBytesMax) throw new DicomFault('too-large', 'to be unpacked')
  }
  if (sha256 !== '' && hash.digest('hex') !== sha256) throw damaged()
  return Buffer.concat(chunks)
}
