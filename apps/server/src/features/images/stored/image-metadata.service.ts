import { Refusal, refuse } from '@talus/contract'
import type { ImageId, ImageMetadata } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import { threadBytesMax } from '../../../workers/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { applyRecordedIdentity } from '../identity/recorded-identity.ts'
import * as images from '../images.queries.ts'
import { readPrefix, wholeHeader } from './read-prefix.ts'
import type { OutgoingFiles, RecordedFile } from './stored-image.ts'

export interface MetadataDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly readPool: ReadPool
  readonly outgoing: OutgoingFiles
}

/**
 * The prefixes that are read to find the pixel data: a tenth of the first suffices for most files,
 * some manufacturers write megabytes of private data before them, and a deflated file is needed
 * whole.
 */
export const prefixLengths = [128 * 1024, 4 * 1024 * 1024, threadBytesMax, wholeHeader]
/** The list of all elements covers the whole file, unless it is huge. */
const prefixLengthsForTags = [threadBytesMax, wholeHeader]

interface MetadataOptions {
  readonly withTags: boolean
  readonly signal: AbortSignal
}

/**
 * Reads the metadata of an image, with patient and owner as they are recorded now. A worker thread
 * parses the file, because its bytes may be anything.
 */
export function createMetadataReader({ files, log, readPool, outgoing }: MetadataDeps) {
  async function read(
    { filePath, byteLength }: RecordedFile,
    options: MetadataOptions,
  ): Promise<ImageMetadata> {
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < byteLength) refuse('image/unreadable')
    const fileBytes = found.byteLength
    const lengths = options.withTags ? prefixLengthsForTags : prefixLengths
    const metadata = await readPrefix(
      files,
      { key: filePath, byteLength: fileBytes },
      lengths,
      (prefix) => readPool.readMetadata(prefix, { ...options, fileBytes }),
    )
    return metadata ?? refuse('image/unreadable')
  }

  async function readOrRefuse(recorded: RecordedFile, options: MetadataOptions) {
    try {
      return await read(recorded, options)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (options.signal.aborted) refuse('server/unavailable')
      log.warn({ err: error }, 'metadata not read')
      refuse('image/unreadable')
    }
  }

  return async (db: ClinicDb, id: ImageId, options: MetadataOptions): Promise<ImageMetadata> => {
    const found = (await images.findFile(db, id)) ?? refuse('record/not-found')
    // The list of all elements is the content of the file that a recipient gets.
    if (options.withTags) return readOrRefuse(await outgoing.resolve(found.id), options)
    const metadata = await readOrRefuse(found, options)
    // Found after the file was read, so that a correction made meanwhile is included.
    const identity = (await images.findIdentity(db, id)) ?? refuse('record/not-found')
    return applyRecordedIdentity(metadata, identity)
  }
}
