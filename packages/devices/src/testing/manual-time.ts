import type { Timing } from '../timing.ts'

/** A clock that the test advances. */
export function createManualTime(start = Date.UTC(2026, 0, 5, 9)) {
  let now = start
  let calls: { readonly at: number; readonly order: number; readonly call: () => void }[] = []
  let order = 0
  const timing: Timing = {
    now: () => now,
    after: (milliseconds, call) => {
      order += 1
      const entry = { at: now + milliseconds, order, call }
      calls.push(entry)
      return () => {
        calls = calls.filter((other) => other !== entry)
      }
    },
  }
  /** Lets pending promises run before the next timer call. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    timing,
    advance: async (milliseconds: number) => {
      const end = now + milliseconds
      await settle()
      for (;;) {
        const [next] = calls
          .filter(({ at }) => at <= end)
          .toSorted((one, other) => one.at - other.at || one.order - other.order)
        if (!next) break
        calls = calls.filter((other) => other !== next)
        now = next.at
        next.call()
        await settle()
      }
      now = end
    },
  }
}
