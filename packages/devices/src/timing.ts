/** The clock and timers; injected, so that tests need not wait. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls the function once, later; the returned function cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void
}

/** Timers that are cancelled together. */
export function createTimerGroup(timing: Timing) {
  const pending = new Set<() => void>()
  return {
    after: (milliseconds: number, call: () => void) => {
      const cancel = timing.after(milliseconds, () => {
        pending.delete(cancel)
        call()
      })
      pending.add(cancel)
    },
    cancelAll: () => {
      for (const cancel of pending) cancel()
      pending.clear()
    },
  }
}
