import type { ImageMetadata } from '@talus/contract'
import { resultOf } from './dicom-answers.ts'
import type { DicomAnswer } from './dicom-answers.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

/** What the worker is asked; `bytes` come along. */
export interface HeaderTask {
  /** Of the whole file, of which the beginning is given. */
  readonly fileBytes: number
  readonly withTags: boolean
}

export interface Headers {
  /**
   * What the beginning of a file says of its image. Fails with a `DicomFault`, which is `needs-more`
   * where the pixels do not begin in it, or with a `WorkerFault`.
   */
  read(
    beginning: () => Promise<Uint8Array>,
    options: HeaderTask & { readonly signal?: AbortSignal },
  ): Promise<ImageMetadata>
  close(): Promise<void>
}

/** One is enough, of its own: a header must not wait until pictures have been made. */
const defaults: PoolSettings = {
  script: new URL('./header-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 10_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Reads what files say of themselves in a thread that can be ended, whatever they say. */
export function startHeaders(settings: Partial<PoolSettings> = {}): Headers {
  const pool = workerPool({ ...defaults, ...settings })
  return {
    async read(bytes, { fileBytes, withTags, signal }) {
      const message: HeaderTask = { fileBytes, withTags }
      return resultOf((await pool.run({ message, bytes, signal })) as DicomAnswer<ImageMetadata>)
    },
    close: () => pool.close(),
  }
}
