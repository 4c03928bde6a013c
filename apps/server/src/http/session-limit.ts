import { refuse } from '@talus/contract'

/** A viewer that loads a study of a thousand slices needs a tenth of it. */
const callsMax = 15_000
const windowMs = 60_000
/** Sessions whose calls are counted at the same time. */
const sessionsMax = 10_000

/** Refuses a session that calls more often than any page or viewer does. */
export function createSessionLimit(now: () => number = () => performance.now(), max = callsMax) {
  let windowStart = now()
  const calls = new Map<string, number>()
  return (token: string): void => {
    const at = now()
    if (at - windowStart >= windowMs || calls.size > sessionsMax) {
      windowStart = at
      calls.clear()
    }
    const count = (calls.get(token) ?? 0) + 1
    calls.set(token, count)
    if (count > max)
      refuse('request/too-many', {
        retryAfterSeconds: Math.ceil((windowStart + windowMs - at) / 1000),
      })
  }
}
