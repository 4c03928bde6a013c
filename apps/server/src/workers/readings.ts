import { resultOf } from './dicom-answers.ts'
import type { Reading, ReadingAnswer, ReadingTask } from './reading-messages.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface Readings {
  /**
   * What stands before the pixels of a file, of which the beginning is given. The fault `needs-more`
   * says that the pixels do not begin in it. The bytes are handed over.
   */
  read(beginning: Uint8Array, fileBytes: number): Promise<Reading>
  close(): Promise<void>
}

const defaults: PoolSettings = {
  script: new URL('./reading-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 10_000,
  idleMs: 5 * 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Strangers send files: what reads them may hang or fall without harm. */
export function startReadings(settings: Partial<PoolSettings> = {}): Readings {
  const pool = workerPool({ ...defaults, ...settings })
  return {
    async read(beginning, fileBytes) {
      const message: ReadingTask = { fileBytes }
      return resultOf((await pool.run({ message, bytes: () => beginning })) as ReadingAnswer)
    },
    close: () => pool.close(),
  }
}
