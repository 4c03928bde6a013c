/** Time comes in from outside, so that tests need not wait for it. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls once, later; what it gives takes the call back. */
  readonly after: (milliseconds: number, call: () => void) => () => void
}

/** Calls that are taken back together, when what they belong to is over. */
export function timerGroup(timing: Timing) {
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
