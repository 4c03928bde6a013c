import type { ImageMetadata } from '@talus/contract'
import { resultOf } from './dicom-answers.ts'
import type { DicomAnswer } from './dicom-answers.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

/** What the worker is asked; `bytes` come along. */
export interface HeaderTask {
  readonly withTags: boolean
}

export interface Headers {
  /** Fails with a `DicomFault` of the file or a `WorkerFault`. */
  read(
    bytes: () => Promise<Uint8Array>,
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
    async read(bytes, { withTags, signal }) {
      const message: HeaderTask = { withTags }
      return resultOf((await pool.run({ message, bytes, signal })) as DicomAnswer<ImageMetadata>)
    },
    close: () => pool.close(),
  }
}
