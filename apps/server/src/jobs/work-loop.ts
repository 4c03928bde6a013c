import { setTimeout as sleep } from 'node:timers/promises'

export interface WorkLoopSettings {
  /** How long work of another process, or work whose time has come, may wait unnoticed. */
  readonly pollMs: number
  /** Said once per outage, not once per second. */
  readonly onOutage: (error: unknown) => void
}

export interface WorkLoop {
  /** Looks for work now; to be called after a commit that added some. */
  readonly wake: () => void
  /** No more is taken. */
  readonly stopping: AbortSignal
  /** What still runs is to let go. */
  readonly stopped: AbortSignal
  readonly takeNoMore: () => void
  /** Calls `look` now, and again after every call for attention. */
  readonly begin: (look: () => Promise<void>) => void
  /** What runs has `graceMs` to end by itself, and a moment more when it was told to. */
  readonly stop: (running: () => Iterable<Promise<void>>, graceMs: number) => Promise<void>
}

/** Of work that was told to stop; what it does not manage in time is left to its claim. */
const lastGraceMs = 1000

/** Looks for work in the database, over and over, until the server stops. */
export function workLoop({ pollMs, onOutage }: WorkLoopSettings): WorkLoop {
  const stopping = new AbortController()
  const stopped = new AbortController()
  let looking: Promise<void> = Promise.resolve()

  // Resolved at any time, also while nobody waits: no call for attention gets lost.
  let attention = Promise.withResolvers<void>()
  const wake = () => attention.resolve()
  async function nap() {
    const timer = setTimeout(wake, pollMs)
    await attention.promise
    clearTimeout(timer)
    attention = Promise.withResolvers<void>()
  }

  async function lookUntilStopped(look: () => Promise<void>) {
    let isOutOfReach = false
    while (!stopping.signal.aborted) {
      try {
        await look()
        isOutOfReach = false
      } catch (error) {
        if (!isOutOfReach) onOutage(error)
        isOutOfReach = true
      }
      await nap()
    }
  }

  return {
    wake,
    stopping: stopping.signal,
    stopped: stopped.signal,
    takeNoMore: () => stopping.abort(),
    begin: (look) => {
      looking = lookUntilStopped(look)
    },
    async stop(running, graceMs) {
      stopping.abort()
      wake()
      const ended = async () => {
        await looking
        await Promise.all(running())
      }
      await within(graceMs, ended())
      stopped.abort(new Error('the server stops'))
      await within(lastGraceMs, ended())
    },
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController()
  const timeOut = sleep(ms, undefined, enough).catch(() => undefined)
  await Promise.race([work, timeOut])
  enough.abort()
}
