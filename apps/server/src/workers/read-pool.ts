import type { ImageMetadata } from '@talus/contract'
import { fileFaults, ignoreFileFault } from './file-faults.ts'
import type { FileSummary, PixelLocation, ReadProtocol } from './read-protocol.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface MetadataOptions {
  readonly fileBytes: number
  readonly withTags: boolean
  readonly signal?: AbortSignal
}

export interface PixelLocationOptions {
  readonly fileBytes: number
  /** Counts from 0. */
  readonly frame: number
  readonly signal?: AbortSignal
}

/**
 * Reads the prefix of a file. Each method fails with a `DicomFault`, which is `needs-more` if the
 * pixel data does not start within the prefix, or with a `WorkerFault`. The bytes are transferred.
 */
export interface ReadPool {
  read(prefix: Uint8Array, fileBytes: number): Promise<FileSummary>
  /** `prefix` is called when the worker is free. */
  readMetadata(prefix: () => Promise<Uint8Array>, options: MetadataOptions): Promise<ImageMetadata>
  locatePixels(
    prefix: () => Promise<Uint8Array>,
    options: PixelLocationOptions,
  ): Promise<PixelLocation>
  /** Starts the thread, so that the next file does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** A separate pool of one worker: reading a header must not wait for rendering. */
const defaults: PoolSettings = {
  script: new URL('./read-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 10_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/**
 * Files come from untrusted senders, so a parser that hangs or crashes must not harm the server.
 */
export function startReadPool(settings: Partial<PoolSettings> = {}): ReadPool {
  const pool = createWorkerPool<ReadProtocol>({ ...defaults, ...settings }, fileFaults)
  return {
    read: (bytes, fileBytes) => pool.run('summary', { payload: () => ({ bytes, fileBytes }) }),
    readMetadata: (loadPrefix, { fileBytes, withTags, signal }) =>
      pool.run('metadata', {
        payload: async () => ({ bytes: await loadPrefix(), fileBytes, withTags }),
        signal,
      }),
    locatePixels: (loadPrefix, { fileBytes, frame, signal }) =>
      pool.run('locatePixels', {
        payload: async () => ({ bytes: await loadPrefix(), fileBytes, frame }),
        signal,
      }),
    async warm() {
      const payload = () => ({ bytes: new Uint8Array(), fileBytes: 0 })
      await pool.run('summary', { payload }).catch(ignoreFileFault)
    },
    close: () => pool.close(),
  }
}
