import type { Clock } from '@talus/node-kit/clock'

const windowMs = 15 * 60_000
const allowed = 30
/** Most addresses that are counted; the oldest are forgotten. */
const addressesMax = 10_000

/** Counts failures per address within a quarter of an hour. */
export function createFailureCounter(clock: Clock) {
  const counts = new Map<string, { count: number; readonly since: number }>()
  return {
    add: (address: string) => {
      const now = clock().getTime()
      const known = counts.get(address)
      const isFirst = known === undefined || known.since <= now - windowMs
      const entry = isFirst ? { count: 0, since: now } : known
      entry.count += 1
      if (isFirst) {
        counts.delete(address)
        counts.set(address, entry)
        const [oldest] = counts.keys()
        if (counts.size > addressesMax && oldest !== undefined) counts.delete(oldest)
      }
      return {
        isFirst,
        retryAfterSeconds:
          entry.count > allowed ? Math.ceil((entry.since + windowMs - now) / 1000) : undefined,
      }
    },
  }
}
