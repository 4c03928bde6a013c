import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path/posix'
import { Refusal, refuse } from '@talus/contract'
import { DicomFault, htJpeg2000Lossless } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { StorageUnavailable } from '../../files/index.ts'
import type { FileStore, StoredFile } from '../../files/index.ts'
import { isServerFault, WorkerFault } from '../../workers/index.ts'
import type { ReadPool, TranscodePool } from '../../workers/index.ts'
import { hashDataSet, readStoredAttributes, replaceFile } from '../archive/index.ts'
import { copyThumbnails, decodedBytesMax, readWhole, toAsyncIterable } from '../images/index.ts'
import { createOutageCounter } from './outage-counter.ts'
import * as compressions from './compressions.queries.ts'
import type { ImageToCompress } from './compressions.queries.ts'

export interface CompressDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** Ends the work after the image that is being compressed. */
  readonly signal: AbortSignal
}

/** A smaller gain is not worth a file that takes longer to open. */
const worthwhileShare = 0.9
/** Requests that have read the record open the former file within this time. */
const readerMs = 10 * 60_000

export interface CompressionCounts {
  images: number
  formerBytes: number
  bytes: number
}

/**
 * Compresses the stored images that are older than a time, without loss. For each of them: the new
 * file is registered, written, read again, decoded and compared with the old one; then the record
 * changes in one transaction; the old file goes later. A server that dies in between leaves one
 * complete file to which the record refers, and a registered one, which `removeLeftOver` removes.
 */
export async function compressImages(
  deps: CompressDeps,
  before: string,
): Promise<CompressionCounts> {
  const counts: CompressionCounts = { images: 0, formerBytes: 0, bytes: 0 }
  const noteOutage = createOutageCounter(deps.log)
  for await (const image of compressions.listUncompressed(deps.unscopedDb, before)) {
    if (deps.signal.aborted) break
    const startedAt = performance.now()
    const file = await compressOne(deps, image).catch(noteOutage)
    if (file) {
      counts.images += 1
      counts.formerBytes += image.byteLength
      counts.bytes += file.byteLength
    }
    // Half of the time of one thread stays for the users.
    await pause(performance.now() - startedAt, deps.signal)
  }
  return counts
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

async function compressOne(
  deps: CompressDeps,
  image: ImageToCompress,
): Promise<StoredFile | undefined> {
  const { unscopedDb, files, clock, log } = deps
  const changedOn = clock().toISOString()
  const newPath = `${dirname(image.filePath)}/${randomUUID()}.dcm`
  if (!(await compressions.claim(unscopedDb, image, { newPath, changedOn }))) return undefined
  try {
    const file = await writeCompressed(deps, image, newPath)
    if (file && (await switchRecord(deps, image, file))) return file
    await files.remove(newPath)
    if (file) await compressions.forget(unscopedDb, image.id)
    else await compressions.markLeft(unscopedDb, image.id, changedOn)
  } catch (error) {
    // The store or the database is away: the file stays registered, and the next sweep goes on.
    if (!isFaultOfImage(error)) throw error
    log.warn({ imageId: image.id, err: error }, 'an image cannot be compressed')
    await files.remove(newPath)
    await compressions.markLeft(unscopedDb, image.id, changedOn)
  }
  return undefined
}

const isFaultOfImage = (error: unknown) =>
  error instanceof DicomFault ||
  (error instanceof WorkerFault && !isServerFault(error)) ||
  (error instanceof Refusal && !(error instanceof StorageUnavailable) && error.status < 500)

interface CompressedFile extends StoredFile {
  readonly pixelSha256: string
}

/** Undefined if the file is too large or does not become much smaller. */
async function writeCompressed(
  { files, transcodePool }: CompressDeps,
  image: ImageToCompress,
  newPath: string,
): Promise<CompressedFile | undefined> {
  if (image.byteLength > decodedBytesMax) return undefined
  const readFormer = () => readWhole(files, image)
  const parts = await transcodePool.run({ kind: 'file', syntax: htJpeg2000Lossless }, readFormer)
  const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0)
  if (byteLength > worthwhileShare * image.byteLength) return undefined
  const stored = await files.put(newPath, toAsyncIterable(parts))
  const { sha256 } = stored
  // As it is on the disk, not as it was written: this file will be the only one.
  const readStored = () => readWhole(files, { filePath: newPath, sha256, byteLength })
  const hash = async (of: 'object' | 'pixels', load: typeof readStored) => {
    const [bytes] = await transcodePool.run({ kind: 'content-hash', of }, load)
    return bytes && Buffer.from(bytes).toString('hex')
  }
  const pixelSha256 = await hash('pixels', readStored)
  if (pixelSha256 === undefined || (await hash('pixels', readFormer)) !== pixelSha256)
    refuse('image/unreadable')
  if ((await hash('object', readStored)) !== (await hash('object', readFormer)))
    refuse('image/unreadable')
  return { ...stored, pixelSha256 }
}

/** Changes the record to the new file; false if the image has got another file meanwhile. */
async function switchRecord(
  { unscopedDb, files, readPool, clock }: CompressDeps,
  { id, clinicId, filePath, sha256: formerSha256, byteLength: formerBytes }: ImageToCompress,
  file: CompressedFile,
): Promise<boolean> {
  const { json } = await readStoredAttributes(readPool, files, file)
  const previousContent = await hashDataSet(files, filePath)
  const { key, sha256, byteLength, pixelSha256 } = file
  // The pictures of a list stay the same, also if the file moves to a store that is away.
  await copyThumbnails(files, formerSha256, sha256)
  const change = { filePath: key, sha256, byteLength, transferSyntaxUID: htJpeg2000Lossless }
  const changedOn = clock().toISOString()
  const done = { sha256, formerPath: filePath, formerBytes, pixelSha256, changedOn }
  return new ClinicDb(unscopedDb, [clinicId]).transaction(async (db) => {
    const replacement = { previousPath: filePath, previousContent, change, json }
    if (!(await replaceFile(db, id, replacement))) return false
    await compressions.markDone(db, id, done)
    return true
  })
}

/**
 * Removes received files that were compressed before, and new files of servers that have died.
 * @param isAlone no other server compresses, so that everything under way was left by a dead one
 */
export async function removeLeftOver(
  { unscopedDb, files, clock }: Pick<CompressDeps, 'unscopedDb' | 'files' | 'clock'>,
  isAlone: boolean,
): Promise<void> {
  const before = new Date(clock().getTime() - (isAlone ? 0 : readerMs)).toISOString()
  for (const row of await compressions.listLeftOver(unscopedDb, before)) {
    const { imageId, state, newPath, formerPath } = row
    if (state === 'running') {
      if (newPath !== null) await files.remove(newPath)
      await compressions.forget(unscopedDb, imageId)
    } else if (formerPath !== null) {
      await files.remove(formerPath)
      await compressions.forgetFormer(unscopedDb, imageId)
    }
  }
}
