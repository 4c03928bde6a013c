import { setTimeout as after } from 'node:timers'
import type { Worker } from 'node:worker_threads'
import { WorkerFault } from './worker-fault.ts'

/** Additional time for a worker that gets no processor time. */
const starvedMs = 60_000

/** Processor time of a thread; zero while it is starting. */
async function getCpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

/**
 * Calls back when a worker has taken too long, until the returned function is called. It compares
 * the processor time of the thread at each expiry of the time limit. The first check only takes the
 * base value, because the time used by earlier tasks is not known.
 */
export function watchTimeLimit(
  worker: Worker,
  timeLimitMs: number,
  onFault: (fault: WorkerFault) => void,
): () => void {
  const last = performance.now() + starvedMs
  let before: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isDone = false

  async function checkProgress(): Promise<void> {
    const worked = await getCpuMs(worker)
    if (isDone) return
    if (before !== undefined && worked - before > timeLimitMs / 2)
      return onFault(new WorkerFault('time-limit'))
    if (performance.now() > last) return onFault(new WorkerFault('starved'))
    before = worked
    scheduleCheck()
  }
  function scheduleCheck(): void {
    timer = after(() => void checkProgress(), timeLimitMs)
  }

  scheduleCheck()
  return () => {
    isDone = true
    clearTimeout(timer)
  }
}
