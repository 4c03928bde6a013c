import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import { limits, refuse } from '@talus/contract'
import { freeBuffer } from '@talus/node-kit/buffer-pool'
import type { Logger } from '@talus/node-kit/logger'
import { mapDiskErrors } from '../../../files/index.ts'
import { getFileNameLowLevel, openPromise, validateFileName } from 'yauzl'
import type { Entry } from 'yauzl'

export interface ZippedFile {
  readonly name: string
  /** A DICOMDIR, which is not imported. */
  readonly isDirectory: boolean
  /** May refuse: one bad file in a zip does not prevent the import of the others. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')
export const isZip = (prefix: Buffer) => prefix.subarray(0, 4).equals(zipSignature)

/** The directory of a disc, which lists the files beside it (PS3.10). */
const isDirectoryFile = (name: string) => /(?:^|\/)DICOMDIR$/iu.test(name)

/** Operating systems put these beside the files of the user in a folder or on a disc. */
const isSystemFile = (name: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)/iu.test(name)

/** Removes the zips that a killed server was reading. The folder itself may be a mounted disk. */
export function removeLeftZips(folder: string, log: Pick<Logger, 'warn'>): void {
  try {
    if (!existsSync(folder)) return
    for (const name of readdirSync(folder))
      if (name.endsWith('.zip')) rmSync(join(folder, name), { force: true })
  } catch (error) {
    log.warn({ err: error }, 'a zip of an earlier import was not removed')
  }
}

/**
 * Yields the files of a zip one after the other. The zip is stored on disk first, because its
 * directory is at its end; nothing is ever unpacked to a path that the zip names.
 */
export async function* readZipFiles(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<ZippedFile> {
  await mapDiskErrors(mkdir(folder, { recursive: true, mode: 0o700 }))
  const path = join(folder, `${randomUUID()}.zip`)
  try {
    await writeZip(path, bytes, signal)
    yield* listFiles(path, signal)
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes each chunk before the next one is requested, which may arrive in the same memory. */
async function writeZip(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const file = await mapDiskErrors(open(path, 'wx', 0o600))
  let length = 0
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted()
      length += chunk.byteLength
      if (length > limits.importZipBytes) refuse('import/zip-too-large')
      for (let at = 0; at < chunk.byteLength;)
        at += (await mapDiskErrors(file.write(chunk, at))).bytesWritten
    }
  } finally {
    await mapDiskErrors(file.close())
  }
}

/**
 * Images of air or of a closed collimator shrink to a thousandth, but they are few and short. A file
 * beyond these limits is made to fill a disk.
 */
const bombLimits = {
  entry: { bytes: 64 * 1024 ** 2, ratio: 200 },
  zip: { bytes: 2 * 1024 ** 3, ratio: 50 },
} as const

const isBomb = (
  { bytes, ratio }: (typeof bombLimits)['entry' | 'zip'],
  packed: number,
  unpacked: number,
) => unpacked > bytes && unpacked > ratio * packed

const refuseBomb = (ratio: number) => refuse('import/zip-expands', { values: { ratio } })

async function* listFiles(path: string, signal: AbortSignal): AsyncGenerator<ZippedFile> {
  const { size: zipBytes } = await stat(path)
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    // Otherwise one invalid name ends the reading of the whole zip.
    decodeStrings: false,
  }).catch(() => refuse('import/zip-damaged'))
  let unpackedBytes = 0
  let count = 0
  try {
    // Reading names costs time for empty entries and folders as well.
    if (zip.entryCount > limits.importZipEntries)
      refuse('import/zip-too-many', { values: { count: limits.importZipEntries } })
    for await (const entry of readEntries(zip)) {
      signal.throwIfAborted()
      const name = decodeName(entry)
      if (name.endsWith('/') || isSystemFile(name)) continue
      count += 1
      // The directory's size is enforced during unpacking: a longer entry fails.
      unpackedBytes += entry.uncompressedSize
      if (count > limits.importZipFiles || unpackedBytes > limits.importZipBytes)
        refuse('import/zip-too-large')
      if (isBomb(bombLimits.zip, zipBytes, unpackedBytes)) refuseBomb(bombLimits.zip.ratio)
      const isDirectory = isDirectoryFile(name)
      yield { name, isDirectory, open: () => openEntry(zip, entry, name) }
    }
  } finally {
    zip.close()
  }
}

type Zip = Awaited<ReturnType<typeof openPromise>>

async function* readEntries(zip: Zip): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch {
    refuse('import/zip-damaged')
  }
}

const decodeName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)

async function openEntry(zip: Zip, entry: Entry, name: string): Promise<AsyncIterable<Uint8Array>> {
  // Nothing is written to this path; but a zip that names such a path is malicious.
  if (validateFileName(name) !== null) refuse('import/zip-outside')
  if (/\.zip$/iu.test(name)) refuse('import/zip-in-zip')
  if (entry.uncompressedSize > limits.dicomBytes) refuse('request/too-large')
  if (isBomb(bombLimits.entry, entry.compressedSize, entry.uncompressedSize))
    refuseBomb(bombLimits.entry.ratio)
  if (entry.isEncrypted()) refuse('import/zip-locked')
  if (entry.uncompressedSize === 0) refuse('import/empty')
  const stream = await zip.openReadStreamPromise(entry).catch(() => refuse('import/zip-damaged'))
  return unpack(stream, entry.crc32)
}

/**
 * A file with another length or checksum than in the directory, or one that cannot be unpacked,
 * fails alone. A chunk is valid until the next one is requested: those of a large file would otherwise take the
 * memory of the whole file until the next garbage collection.
 */
async function* unpack(
  stream: AsyncIterable<Uint8Array>,
  expected: number,
): AsyncGenerator<Uint8Array> {
  let checksum = 0
  try {
    for await (const chunk of stream) {
      checksum = crc32(chunk, checksum)
      yield chunk
      freeBuffer(chunk)
    }
  } catch {
    refuse('import/zip-damaged')
  }
  if (checksum !== expected) refuse('import/zip-damaged')
}
