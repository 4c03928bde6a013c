import { buffer } from 'node:stream/consumers'
import { Refusal, refuse } from '@talus/contract'
import type { ImageMetadata } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import type { Headers } from '../../workers/index.ts'
import type { RecordedFile } from './stored-image.ts'

export interface MetadataDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly headers: Headers
}

/** What a thread is given at most. */
const wholeBytesMax = 512 * 1024 * 1024

/** What a file says of its image. Reading it is left to a thread: its bytes may be anything. */
export function metadataReader({ files, log, headers }: MetadataDeps) {
  return async (
    { filePath, byteLength }: RecordedFile,
    options: { readonly withTags: boolean; readonly signal: AbortSignal },
  ): Promise<ImageMetadata> => {
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < byteLength || found.byteLength > wholeBytesMax)
      refuse('image/unreadable')
    const bytes = async () => buffer((await files.read(filePath)) ?? refuse('image/missing'))
    try {
      return await headers.read(bytes, options)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (options.signal.aborted) refuse('server/unavailable')
      log.warn({ err: error }, 'metadata not read')
      refuse('image/unreadable')
    }
  }
}
