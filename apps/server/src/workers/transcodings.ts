import { availableParallelism } from 'node:os'
import { resultOf } from './dicom-answers.ts'
import type { DicomAnswer } from './dicom-answers.ts'
import type { TranscodingTask } from './transcoding-messages.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface Transcodings {
  /**
   * Parts of a file in another form: those of a file follow each other, frames are one part each, no
   * value is no part. The file is asked for when a worker is free, and handed over. Fails with a
   * `DicomFault` of the file or a `WorkerFault`.
   */
  run(
    task: TranscodingTask,
    file: () => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<readonly Uint8Array[]>
  /** Has a thread started, so that the next file does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

const defaults: PoolSettings = {
  script: new URL('./transcoding-worker.ts', import.meta.url),
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  // Several hundred frames of one object are packed in one go.
  timeLimitMs: 60_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Unpacks and packs pixels in threads of their own. */
export function startTranscodings(settings: Partial<PoolSettings> = {}): Transcodings {
  const pool = workerPool({ ...defaults, ...settings })
  return {
    async run(message, bytes, signal) {
      const answer = await pool.run({ message, bytes, signal })
      return resultOf(answer as DicomAnswer<readonly Uint8Array[]>)
    },
    async warm() {
      const message: TranscodingTask = { kind: 'numbers', frame: 0 }
      // That this is no file is what it answers.
      await pool.run({ message, bytes: () => new Uint8Array() })
    },
    close: () => pool.close(),
  }
}
