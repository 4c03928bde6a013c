import { refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'

/**
 * Rate limit, because connection tests could be used to scan a network. This many a minute suffice
 * to set up a server. Stored in the database, so that it holds across restarts and several servers.
 */
const windowMs = 60_000
const allowed = 10

/** Counts a test before it starts, whatever its result; refuses it over the limit. */
export async function countConnectionTest(
  unscopedDb: UnscopedDb,
  userId: UserId,
  now: Date,
): Promise<void> {
  const old = new Date(now.getTime() - windowMs).toISOString()
  await unscopedDb.deleteFrom('connectionTest').where('beganOn', '<=', old).execute()
  // One statement increments and returns the count, so that concurrent calls get different counts.
  const { count, beganOn } = await unscopedDb
    .insertInto('connectionTest')
    .values({ userId, beganOn: now.toISOString(), count: 1 })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((row) => ({
        count: row('connectionTest.count', '+', 1),
      })),
    )
    .returning(['count', 'beganOn'])
    .executeTakeFirstOrThrow()
  if (count <= allowed) return
  const waitMs = Date.parse(beganOn) + windowMs - now.getTime()
  refuse('request/too-many', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}
