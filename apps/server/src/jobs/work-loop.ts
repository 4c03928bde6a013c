import { setTimeout as sleep } from 'node:timers/promises'

export interface WorkLoopSettings {
  /** Interval at which due work and that of another process is noticed. */
  readonly pollMs: number
  /** Called once per outage, not at every poll. */
  readonly onOutage: (error: unknown) => void
}

export interface WorkLoop {
  /** Polls now; to be called after a commit that added work. */
  readonly wake: () => void
  /** Aborted when no more work is claimed. */
  readonly stopping: AbortSignal
  /** Aborted when running work must end. */
  readonly stopped: AbortSignal
  readonly stopClaiming: () => void
  /** Calls `poll` now, at every interval and after every `wake`. */
  readonly start: (poll: () => Promise<void>) => void
  /** Running work has `graceMs` to end by itself, and a moment more after it was aborted. */
  readonly stop: (running: () => Iterable<Promise<void>>, graceMs: number) => Promise<void>
}

/** Time for aborted work to end; afterwards its claim expires. */
const lastGraceMs = 1000

/** Polls the database for work until the server stops. */
export function createWorkLoop({ pollMs, onOutage }: WorkLoopSettings): WorkLoop {
  const stopping = new AbortController()
  const stopped = new AbortController()
  let polling: Promise<void> = Promise.resolve()

  // Resolved at any time, also while a poll is running, so that no wake-up gets lost.
  let attention = Promise.withResolvers<void>()
  const wake = () => attention.resolve()
  async function waitForWake() {
    const timer = setTimeout(wake, pollMs)
    await attention.promise
    clearTimeout(timer)
    attention = Promise.withResolvers<void>()
  }

  async function pollUntilStopped(poll: () => Promise<void>) {
    let isOutOfReach = false
    while (!stopping.signal.aborted) {
      try {
        await poll()
        isOutOfReach = false
      } catch (error) {
        if (!isOutOfReach) onOutage(error)
        isOutOfReach = true
      }
      await waitForWake()
    }
  }

  return {
    wake,
    stopping: stopping.signal,
    stopped: stopped.signal,
    stopClaiming: () => stopping.abort(),
    start: (poll) => {
      polling = pollUntilStopped(poll)
    },
    async stop(running, graceMs) {
      stopping.abort()
      wake()
      const ended = async () => {
        await polling
        await Promise.all(running())
      }
      await waitAtMost(graceMs, ended())
      stopped.abort(new Error('the server stops'))
      await waitAtMost(lastGraceMs, ended())
    },
  }
}

async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController()
  const timeOut = sleep(ms, undefined, enough).catch(() => undefined)
  await Promise.race([work, timeOut])
  enough.abort()
}
