import type { ImageMetadata } from '@talus/contract'
import { resultOf } from './dicom-answers.ts'
import type { DicomAnswer } from './dicom-answers.ts'
import type { NumbersPlace, Reading, ReadingTask } from './reading-messages.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface MetadataOptions {
  readonly fileBytes: number
  readonly withTags: boolean
  readonly signal?: AbortSignal
}

export interface NumbersOptions {
  readonly fileBytes: number
  /** Counts from 0. */
  readonly frame: number
  readonly signal?: AbortSignal
}

/**
 * What the beginning of a file says. Each fails with a `DicomFault`, which is `needs-more` where the
 * pixels do not begin in it, or with a `WorkerFault`. The bytes are handed over.
 */
export interface Readings {
  read(beginning: Uint8Array, fileBytes: number): Promise<Reading>
  /** The beginning is asked for when the worker is free. */
  metadata(beginning: () => Promise<Uint8Array>, options: MetadataOptions): Promise<ImageMetadata>
  numbers(beginning: () => Promise<Uint8Array>, options: NumbersOptions): Promise<NumbersPlace>
  /** Has the thread started, so that the next file does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** One is enough, of its own: a head must not wait until pictures have been made. */
const defaults: PoolSettings = {
  script: new URL('./reading-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 10_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Strangers send files: what reads them may hang or fall without harm. */
export function startReadings(settings: Partial<PoolSettings> = {}): Readings {
  const pool = workerPool({ ...defaults, ...settings })
  return {
    async read(beginning, fileBytes) {
      const message: ReadingTask = { kind: 'filing', fileBytes }
      const answer = await pool.run({ message, bytes: () => beginning })
      return resultOf(answer as DicomAnswer<Reading>)
    },
    async metadata(bytes, { fileBytes, withTags, signal }) {
      const message: ReadingTask = { kind: 'metadata', fileBytes, withTags }
      return resultOf((await pool.run({ message, bytes, signal })) as DicomAnswer<ImageMetadata>)
    },
    async numbers(bytes, { fileBytes, frame, signal }) {
      const message: ReadingTask = { kind: 'numbers', fileBytes, frame }
      return resultOf((await pool.run({ message, bytes, signal })) as DicomAnswer<NumbersPlace>)
    },
    async warm() {
      const message: ReadingTask = { kind: 'filing', fileBytes: 0 }
      // That this is no file is what it answers.
      await pool.run({ message, bytes: () => new Uint8Array() })
    },
    close: () => pool.close(),
  }
}
