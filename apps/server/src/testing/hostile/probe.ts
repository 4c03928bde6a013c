import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface ProbeSettings {
  /** The address of `health`. */
  readonly url: string
  readonly pid: number
  readonly intervalMs: number
}

/** The measurements since the last report. */
export interface ProbeReport {
  readonly residentMb: number
  readonly peakMb: number
  /** Requests without an answer. */
  readonly failures: number
  readonly count: number
  /**
   * The most processor time that the main thread used while one request waited: its own share of the
   * longest delay, whatever other programs do.
   */
  readonly busyMs: number
  readonly p99Ms: number
  readonly maxMs: number
}

export function startProbe(settings: ProbeSettings) {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
  })
  return {
    report: async (): Promise<ProbeReport> => {
      worker.postMessage('report', [])
      const [report] = (await once(worker, 'message')) as [ProbeReport]
      return report
    },
    stop: () => worker.terminate(),
  }
}
