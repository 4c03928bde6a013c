import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from './open.ts'

export interface CallCounterSettings {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  /** Separates the callers of this counter from those of others. */
  readonly name: string
}

export interface CallCount {
  readonly count: number
  /** Until the count starts again. */
  readonly remainingMs: number
}

/** Most callers over their limit that a server remembers. */
const blockedMax = 10_000

/**
 * Counts calls in the database, for all servers together: an address behind a balancer would
 * otherwise have the limit of each server. A caller over its limit costs no further query.
 */
export function createCallCounter({ unscopedDb, clock, name }: CallCounterSettings) {
  const blocked = new Map<string, { readonly count: number; readonly until: number }>()

  function block(key: string, count: number, until: number) {
    blocked.delete(key)
    blocked.set(key, { count, until })
    const [oldest] = blocked.keys()
    if (blocked.size > blockedMax && oldest !== undefined) blocked.delete(oldest)
  }

  return async (caller: string, max: number, windowMs: number): Promise<CallCount> => {
    const now = clock().getTime()
    const key = `${name} ${caller}`
    const known = blocked.get(key)
    if (known && known.until > now)
      return { count: known.count + 1, remainingMs: known.until - now }
    const { count, beganOn } = await increment(unscopedDb, key, now, windowMs)
    const until = Date.parse(beganOn) + windowMs
    if (count > max) block(key, count, until)
    return { count, remainingMs: Math.max(0, until - now) }
  }
}

/** One statement increments and returns the count, so that concurrent calls get different counts. */
const increment = (unscopedDb: UnscopedDb, key: string, now: number, windowMs: number) =>
  unscopedDb
    .insertInto('callCount')
    .values({ key, beganOn: new Date(now).toISOString(), count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isOver = eb('callCount.beganOn', '<=', new Date(now - windowMs).toISOString())
        return {
          count: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('callCount.count', '+', 1))
            .end(),
          beganOn: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.beganOn'))
            .else(eb.ref('callCount.beganOn'))
            .end(),
        }
      }),
    )
    .returning(['count', 'beganOn'])
    .executeTakeFirstOrThrow()

/** Longer than any window. */
const keptMs = 3_600_000

export const removeOldCounts = (unscopedDb: UnscopedDb, now: Date) =>
  unscopedDb
    .deleteFrom('callCount')
    .where('beganOn', '<', new Date(now.getTime() - keptMs).toISOString())
    .execute()
