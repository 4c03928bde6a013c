import { refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'

/**
 * Who may try connections could also feel his way through a network with them. So many a minute are
 * plenty for setting a server up. Kept in the database, so that a restart or a second server forgets
 * nothing.
 */
const windowMs = 60_000
const allowed = 10

/** Counts a test that is about to begin, whatever will become of it. */
export async function countTest(unscopedDb: UnscopedDb, userId: UserId, now: Date): Promise<void> {
  const old = new Date(now.getTime() - windowMs).toISOString()
  await unscopedDb.deleteFrom('connectionTest').where('beganOn', '<=', old).execute()
  // One statement counts and tells: calls that come at once each get a number of their own.
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
