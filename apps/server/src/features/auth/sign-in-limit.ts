import { refuse } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/**
 * Slows guessing down without letting a stranger lock a colleague out: what is counted is one
 * account from one address; the wider limits only stop a spread attack. Kept in the database, so
 * that a restart or a second server forgets nothing.
 */
const windowMs = 15 * 60_000
const allowed = { accountFromAddress: 5, account: 50, address: 100 } as const

export interface Attempt {
  readonly usernameKey: string
  readonly address: string
}

/**
 * Counts as a failure until it is known to be none. Were it counted afterwards, a guesser who asks
 * thirty times at once would have thirty guesses: each looks before any of the others has failed.
 */
export async function beginAttempt(
  unscopedDb: UnscopedDb,
  attempt: Attempt,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - windowMs).toISOString()
  await unscopedDb.deleteFrom('signInFailure').where('failedOn', '<', since).execute()
  const { id } = await unscopedDb
    .insertInto('signInFailure')
    .values({ ...attempt, failedOn: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const count = unscopedDb
    .selectFrom('signInFailure')
    .where('failedOn', '>', since)
    .select((expression) => expression.fn.countAll<number>().as('count'))
  const byAccount = count.where('usernameKey', '=', attempt.usernameKey)
  const byAddress = count.where('address', '=', attempt.address)
  const both = byAccount.where('address', '=', attempt.address)
  const [failures, ofAccount, ofAddress] = [
    await both.executeTakeFirstOrThrow(),
    await byAccount.executeTakeFirstOrThrow(),
    await byAddress.executeTakeFirstOrThrow(),
  ]
  if (
    failures.count <= allowed.accountFromAddress &&
    ofAccount.count <= allowed.account &&
    ofAddress.count <= allowed.address
  )
    return id
  // What was not tried is no failure: going on asking does not make the wait longer.
  await withdrawAttempt(unscopedDb, id)
  return refuse('auth/too-many-attempts', {
    values: { minutes: windowMs / 60_000 },
    retryAfterSeconds: windowMs / 1000,
  })
}

export const withdrawAttempt = (unscopedDb: UnscopedDb, id: number) =>
  unscopedDb.deleteFrom('signInFailure').where('id', '=', id).execute()

export const forgetFailures = (unscopedDb: UnscopedDb, { usernameKey, address }: Attempt) =>
  unscopedDb
    .deleteFrom('signInFailure')
    .where('usernameKey', '=', usernameKey)
    .where('address', '=', address)
    .execute()

/** A new password ends the guessing of the old one. */
export const forgetFailuresOf = (unscopedDb: UnscopedDb, usernameKey: string) =>
  unscopedDb.deleteFrom('signInFailure').where('usernameKey', '=', usernameKey).execute()
