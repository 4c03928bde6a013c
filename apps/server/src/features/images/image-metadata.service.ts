import { Refusal, refuse } from '@talus/contract'
import type { ImageMetadata } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import type { Readings } from '../../workers/index.ts'
import { readGrowing } from './growing-beginning.ts'
import type { RecordedFile } from './stored-image.ts'

export interface MetadataDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly readings: Readings
}

/**
 * As much of a file as is read to find its pixels: a tenth of the first is enough for most, some
 * makers write megabytes of their own before them, and a deflated file is needed whole.
 */
export const beginnings = [128 * 1024, 4 * 1024 * 1024, 512 * 1024 * 1024]
/** The list of all elements is of the whole file, where that is not a huge one. */
const beginningsForTags = [64 * 1024 * 1024, 512 * 1024 * 1024]

interface MetadataOptions {
  readonly withTags: boolean
  readonly signal: AbortSignal
}

/** What a file says of its image. Reading it is left to a thread: its bytes may be anything. */
export function metadataReader({ files, log, readings }: MetadataDeps) {
  async function read(
    { filePath, byteLength }: RecordedFile,
    options: MetadataOptions,
  ): Promise<ImageMetadata> {
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < byteLength) refuse('image/unreadable')
    const fileBytes = found.byteLength
    const lengths = options.withTags ? beginningsForTags : beginnings
    const metadata = await readGrowing(
      files,
      { key: filePath, byteLength: fileBytes },
      lengths,
      (beginning) => readings.metadata(beginning, { ...options, fileBytes }),
    )
    return metadata ?? refuse('image/unreadable')
  }

  return async (recorded: RecordedFile, options: MetadataOptions): Promise<ImageMetadata> => {
    try {
      return await read(recorded, options)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (options.signal.aborted) refuse('server/unavailable')
      log.warn({ err: error }, 'metadata not read')
      refuse('image/unreadable')
    }
  }
}
