import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { limits, refuse } from '@talus/contract'
import { getFileNameLowLevel, openPromise, validateFileName } from 'yauzl'
import type { Entry } from 'yauzl'

export interface ZippedFile {
  readonly name: string
  /** May refuse: one bad file in a zip does not keep the others out. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1')
export const isZip = (beginning: Buffer) => beginning.subarray(0, 4).equals(zipMark)

/** Systems put these beside what people have put into a folder or onto a disc. */
const isBeside = (name: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$|autorun\.inf$|DICOMDIR$)/iu.test(
    name,
  )

/**
 * The files of a zip, one after the other. The zip comes to stand on disk first, because its list
 * is at its end; nothing of it is ever unpacked to a path that it names.
 */
export async function* filesOfZip(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<ZippedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.zip`)
  try {
    await pipeline(bounded(bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal,
    })
    yield* filesIn(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>) {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > limits.importZipBytes) refuse('import/zip-too-large')
    yield chunk
  }
}

async function* filesIn(path: string): AsyncGenerator<ZippedFile> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    // Else one odd name ends the reading of the whole zip.
    decodeStrings: false,
  }).catch(() => refuse('import/zip-damaged'))
  let left: number = limits.importZipBytes
  let count = 0
  try {
    for await (const entry of entriesOf(zip)) {
      const name = nameOf(entry)
      if (name.endsWith('/') || isBeside(name)) continue
      count += 1
      // What the list says is checked when it is unpacked: more than that is not given.
      left -= entry.uncompressedSize
      if (count > limits.importZipFiles || left < 0) refuse('import/zip-too-large')
      yield { name, open: () => openEntry(zip, entry, name) }
    }
  } finally {
    zip.close()
  }
}

type Zip = Awaited<ReturnType<typeof openPromise>>

async function* entriesOf(zip: Zip): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch {
    refuse('import/zip-damaged')
  }
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)

async function openEntry(zip: Zip, entry: Entry, name: string): Promise<AsyncIterable<Uint8Array>> {
  // Nothing is written where a name says; but who names such a place means no good.
  if (validateFileName(name) !== null) refuse('import/zip-outside')
  if (/\.zip$/iu.test(name)) refuse('import/zip-in-zip')
  if (entry.uncompressedSize > limits.dicomBytes) refuse('request/too-large')
  if (entry.isEncrypted()) refuse('import/zip-locked')
  const stream = await zip.openReadStreamPromise(entry).catch(() => refuse('import/zip-damaged'))
  return unpacked(stream)
}

/** A file that is not as long as the list says, or cannot be unpacked, is its own fault alone. */
async function* unpacked(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk
  } catch {
    refuse('import/zip-damaged')
  }
}
