import { availableParallelism } from 'node:os'
import { fileFaults, ignoreFileFault } from './file-faults.ts'
import type { TranscodeProtocol, TranscodeTask } from './transcode-protocol.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolLoad, PoolSettings } from './worker-pool.ts'

export interface TranscodePool {
  /**
   * Transcodes a file or parts of it: the parts of a file are consecutive, each frame is one part,
   * a missing value yields none. The file is read when a worker is free, and transferred. Fails
   * with a `DicomFault` of the file or a `WorkerFault`.
   */
  run(
    task: TranscodeTask,
    file: () => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<readonly Uint8Array[]>
  /** Starts a thread, so that the next file does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
  readLoad(): PoolLoad
}

const defaults: PoolSettings = {
  script: new URL('./transcode-worker.ts', import.meta.url),
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  // Several hundred frames of one object are compressed in one task.
  timeLimitMs: 60_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Decompresses and compresses pixel data in worker threads. */
export function startTranscodePool(settings: Partial<PoolSettings> = {}): TranscodePool {
  const pool = createWorkerPool<TranscodeProtocol>({ ...defaults, ...settings }, fileFaults)
  const run: TranscodePool['run'] = (task, loadFile, signal) =>
    pool.run('transcode', { payload: async () => ({ task, bytes: await loadFile() }), signal })
  return {
    run,
    async warm() {
      await run({ kind: 'numbers', frame: 0 }, async () => new Uint8Array()).catch(ignoreFileFault)
    },
    close: () => pool.close(),
    readLoad: pool.readLoad,
  }
}
