import { refuse } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/**
 * Slows down guessing without letting a stranger lock a user out: failures are counted per account
 * and address; the wider limits only stop distributed attacks. The failures are stored in the
 * database, so that they survive a restart and are shared between servers.
 */
const windowMs = 15 * 60_000
const allowed = { accountFromAddress: 5, account: 50, address: 100 } as const

export interface Attempt {
  readonly usernameKey: string
  readonly address: string
}

export async function checkAttempt(unscopedDb: UnscopedDb, attempt: Attempt, now: Date) {
  const since = new Date(now.getTime() - windowMs).toISOString()
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
    failures.count >= allowed.accountFromAddress ||
    ofAccount.count >= allowed.account ||
    ofAddress.count >= allowed.address
  )
    refuse('auth/too-many-attempts', {
      values: { minutes: windowMs / 60_000 },
      retryAfterSeconds: windowMs / 1000,
    })
}

export async function recordFailure(unscopedDb: UnscopedDb, attempt: Attempt, now: Date) {
  const old = new Date(now.getTime() - windowMs).toISOString()
  await unscopedDb.deleteFrom('signInFailure').where('failedOn', '<', old).execute()
  await unscopedDb
    .insertInto('signInFailure')
    .values({ ...attempt, failedOn: now.toISOString() })
    .execute()
}

export const forgetFailures = (unscopedDb: UnscopedDb, { usernameKey, address }: Attempt) =>
  unscopedDb
    .deleteFrom('signInFailure')
    .where('usernameKey', '=', usernameKey)
    .where('address', '=', address)
    .execute()

/** A new password resets the failures for the old one. */
export const forgetAccountFailures = (unscopedDb: UnscopedDb, usernameKey: string) =>
  unscopedDb.deleteFrom('signInFailure').where('usernameKey', '=', usernameKey).execute()
