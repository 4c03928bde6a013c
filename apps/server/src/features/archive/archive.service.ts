import { Refusal } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { isDiskFull } from '../../db/outage.ts'
import type { FileStore, StoredFile } from '../../files/index.ts'
import type { FileSummary, ReadPool, TranscodePool } from '../../workers/index.ts'
import { isIntact, rewriteHeader } from '../images/index.ts'
import type { RecordedFile } from '../images/index.ts'
import { createRecordCommit } from './records/commit-records.ts'
import * as queries from './records/records.queries.ts'
import type { ExistingFile, IncomingFile } from './records/resolved-file.ts'
import type { RecordValues } from './records/record-values.ts'
import { createMissingUids } from './records/missing-uids.ts'
import { readStoredAttributes } from './receive/read-attributes.ts'
import { createImageKey } from './receive/image-key.ts'
import { receiveFile } from './receive/receive-file.ts'
import type { ReceivedFile, ReceivedFrom, Sender } from './receive/receive-file.ts'
import { checkStorable } from './receive/storable.ts'

export interface ArchiveDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
  readonly clock: Clock
  readonly log: Logger
  /** Called for a new image that a user is likely to view soon. */
  readonly onImage?: (file: RecordedFile) => void
  /** Called for a new image that consists of slices. */
  readonly onSlices?: (file: RecordedFile, frames: number) => void
}

interface StoredUids {
  readonly sopClassUID: string
  readonly sopInstanceUID: string
  readonly seriesInstanceUID: string
  readonly studyInstanceUID: string
}

export interface FiledResult extends StoredUids {
  readonly outcome: 'stored' | 'known'
  readonly imageId: ImageId
  readonly studyId: StudyId
}

/** A held file waits in the conflict tray: it is as safe as a filed one, and belongs to no study. */
export type StoreResult =
  | FiledResult
  | (StoredUids & {
      readonly outcome: 'held'
      readonly imageId?: undefined
      readonly studyId?: undefined
    })

export interface Archive {
  /**
   * Stores a DICOM file that was received. When this returns, the file is flushed to disk and its
   * records are committed; when it fails, nothing of it is stored. Storing the same content again
   * changes nothing.
   */
  store(bytes: AsyncIterable<Uint8Array>, sender: ReceivedFrom): Promise<StoreResult>
  /** Stores a file that this server created for a study; it is never held. */
  storeOwn(bytes: AsyncIterable<Uint8Array>, sender: Sender): Promise<FiledResult>
  /** Inserts the records of a file that another thread has received. */
  insertReceived(received: ReceivedFile, sender: ReceivedFrom): Promise<StoreResult>
  /** Starts the worker threads, because a file is about to arrive that a user waits for. */
  warm(): Promise<void>
  /** Inserts the records of a file that a server stored before it died. */
  adopt(file: StoredFile, sender: ReceivedFrom): Promise<StoreResult>
}

export function openArchive(deps: ArchiveDeps): Archive {
  const { unscopedDb, files, readPool, clock, log } = deps

  const commit = createRecordCommit(deps)

  /**
   * Assigns a study to a file that names none, in the file too, because it may be sent to other
   * systems.
   */
  async function completeAndInsert(
    stored: StoredFile,
    reading: FileSummary,
    sender: Sender,
  ): Promise<StoreResult> {
    checkStorable(reading)
    const added = createMissingUids(reading.identity, stored.sha256)
    if (!added) return insert(stored, reading, sender)
    const original = { ...stored, pixelStart: reading.pixelStart }
    const key = createImageKey(sender.clinicId, clock())
    const rewritten = await rewriteHeader(deps, original, added, key)
    await remove(stored.key)
    return removeIf(isWithoutRecords, key, async () =>
      insert(rewritten, await readStoredAttributes(readPool, files, rewritten), sender),
    )
  }

  async function insert(
    stored: StoredFile,
    reading: FileSummary,
    sender: Sender,
  ): Promise<StoreResult> {
    const { clinicId, userId, capture, from, inTransaction } = sender
    const incoming: IncomingFile = {
      clinicId,
      userId,
      capture,
      from,
      inTransaction,
      reading,
      file: { filePath: stored.key, sha256: stored.sha256, byteLength: stored.byteLength },
      expected: sender,
    }
    const inserted = await commit(incoming)
    const { values } = inserted
    const uids = {
      sopClassUID: values.image.sopClassUID,
      sopInstanceUID: values.image.sopInstanceUID,
      seriesInstanceUID: values.series.seriesInstanceUID,
      studyInstanceUID: values.study.studyInstanceUID,
    }
    if (inserted.outcome === 'held') {
      if (inserted.isAgain) await remove(stored.key)
      return { outcome: 'held', ...uids }
    }
    const { imageId, studyId } = inserted
    const isNew = await isFileKept(inserted, incoming)
    if (isNew && isViewedSoon(values.image)) deps.onImage?.(incoming.file)
    if (isNew && reading.slices) deps.onSlices?.(incoming.file, values.image.frames)
    return { outcome: isNew ? 'stored' : 'known', imageId, studyId, ...uids }
  }

  /** An instance that exists already is not stored twice, unless its file is lost or damaged. */
  async function isFileKept(
    { imageId, existing }: { readonly imageId: ImageId; readonly existing?: ExistingFile },
    { clinicId, file: ours }: IncomingFile,
  ) {
    if (!existing || existing.filePath === ours.filePath) return true
    // The recorded file itself, or the same object in another encoding: only the bytes of the
    // stored file are wrong. They stay in the store until `verify` sets them aside.
    const isReplaceable = !existing.isFormerUid && existing.sha256 === ours.sha256
    const isUsable = isReplaceable
      ? await isIntact(files, existing)
      : !existing.isUnusable && (await files.stat(existing.filePath)) !== undefined
    if (isUsable) {
      await remove(ours.filePath)
      return false
    }
    log.warn({ imageId }, 'the file of an image was lost or damaged, and has been received again')
    await queries.setFile(new ClinicDb(unscopedDb, [clinicId]), imageId, ours)
    return true
  }

  const remove = (key: string) =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))

  async function removeIf<Result>(
    isRemoved: (error: unknown) => boolean,
    key: string,
    work: () => Promise<Result>,
  ) {
    try {
      return await work()
    } catch (error) {
      if (isRemoved(error)) await remove(key)
      throw error
    }
  }

  const insertReceived = ({ stored, reading }: ReceivedFile, sender: Sender) =>
    removeIf(isWithoutRecords, stored.key, () => completeAndInsert(stored, reading, sender))

  return {
    store: async (bytes, sender) => insertReceived(await receiveFile(deps, bytes, sender), sender),
    storeOwn: async (bytes, sender) => {
      const own = { ...sender, from: undefined }
      const result = await insertReceived(await receiveFile(deps, bytes, own), own)
      if (result.outcome === 'held') throw new Error('a file of this server was held')
      return result
    },
    insertReceived,
    warm: () => readPool.warm(),
    adopt: (stored, sender) =>
      removeIf(isUnusable, stored.key, async () =>
        completeAndInsert(stored, await readStoredAttributes(readPool, files, stored), sender),
      ),
  }
}

/**
 * A refused file has no records, and neither has one whose records found no space: the sender sends
 * it again, and it must not appear before. After any other error it may have records; the next sweep
 * checks.
 */
const isWithoutRecords = (error: unknown) => error instanceof Refusal || isDiskFull(error)

/** A file that a dead server left may be the only copy: it waits until there is space. */
const isUnusable = (error: unknown) => error instanceof Refusal && error.status < 500

/** Series of slices have hundreds of images, and reports have no pixel data. */
const isViewedSoon = ({ hasPixels, modality }: RecordValues['image']) =>
  hasPixels && modality !== 'CT' && modality !== 'MR'
