import { DicomFault } from '@talus/dicom'
import type { UnpackingAnswer, UnpackingTask } from './unpacking-messages.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface Unpacking {
  /**
   * The data set of a file with plain pixels, in explicit or implicit little-endian encoding, for peers
   * that take nothing else. The file is asked for when a worker is free.
   */
  unpack(source: () => Promise<Uint8Array>, transferSyntax: string): Promise<Uint8Array>
  close(): Promise<void>
}

const defaults: PoolSettings = {
  script: new URL('./unpacking-worker.ts', import.meta.url),
  size: 1,
  timeLimitMs: 60_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Decoding takes as long as a hundred requests, and files may be of strangers. */
export function startUnpacking(settings: Partial<PoolSettings> = {}): Unpacking {
  const pool = workerPool({ ...defaults, ...settings })
  return {
    async unpack(source, transferSyntax) {
      const message: UnpackingTask = { transferSyntax }
      const answer = (await pool.run({ message, bytes: source })) as UnpackingAnswer
      if ('fault' in answer) throw new DicomFault(answer.fault.code, answer.fault.detail)
      return answer.dataSet
    },
    close: () => pool.close(),
  }
}
