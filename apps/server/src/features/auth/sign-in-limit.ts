import { refuse } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/**
 * Slows down guessing without letting a stranger lock a user out: failures are counted per account
 * and address. An address from which the user has signed in before is never shut out, because a
 * whole clinic may share it: it only has to pause between attempts. The wider limits slow down
 * distributed attacks, and do not apply to such an address. The failures are stored in the database, so that they
 * survive a restart and are shared between servers.
 */
export const windowMs = 15 * 60_000
const allowed = { accountFromAddress: 5, account: 50, address: 100 } as const
/**
 * While strangers guess the password of an account, one of them may try in this time; and so may a
 * known address after too many failures.
 */
const paceMs = 10_000
const knownForMs = 180 * 86_400_000

export interface Attempt {
  readonly usernameKey: string
  readonly address: string
}

export async function checkAttempt(
  unscopedDb: UnscopedDb,
  attempt: Attempt,
  now: Date,
  /** Whether a known address is slowed down instead of shut out. */
  { slowsKnown = false } = {},
) {
  const since = new Date(now.getTime() - windowMs).toISOString()
  const failures = unscopedDb
    .selectFrom('signInFailure')
    .where('failedOn', '>', since)
    .select((expression) => [
      expression.fn.countAll<number>().as('count'),
      expression.fn.max('failedOn').as('last'),
    ])
  const byAccount = failures.where('usernameKey', '=', attempt.usernameKey)
  const byAddress = failures.where('address', '=', attempt.address)
  const own = await byAccount.where('address', '=', attempt.address).executeTakeFirstOrThrow()
  const getIdleMs = ({ last }: { readonly last: string | null }) =>
    now.getTime() - Date.parse(last ?? since)
  const isOver = own.count >= allowed.accountFromAddress
  if (isOver && !slowsKnown) refuseFor(windowMs)
  if (await isKnown(unscopedDb, attempt)) {
    if (isOver && getIdleMs(own) < paceMs) refuseSoon(paceMs - getIdleMs(own))
    return
  }
  if (isOver) refuseFor(windowMs)
  const ofAddress = await byAddress.executeTakeFirstOrThrow()
  if (ofAddress.count >= allowed.address) refuseFor(windowMs)
  const ofAccount = await byAccount.executeTakeFirstOrThrow()
  if (ofAccount.count < allowed.account) return
  // A user at a new place gets through between two guesses; an address that has guessed waits.
  const idleMs = getIdleMs(ofAccount)
  if (own.count > 0) refuseFor(windowMs)
  if (idleMs < paceMs) refuseFor(paceMs - idleMs)
}

const refuseFor = (waitMs: number) =>
  refuse('auth/too-many-attempts', {
    values: { minutes: Math.ceil(waitMs / 60_000) },
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

const refuseSoon = (waitMs: number) =>
  refuse('auth/attempt-too-soon', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

const isKnown = async (unscopedDb: UnscopedDb, { usernameKey, address }: Attempt) =>
  (await unscopedDb
    .selectFrom('knownAddress')
    .select('address')
    .where('usernameKey', '=', usernameKey)
    .where('address', '=', address)
    .executeTakeFirst()) !== undefined

export async function recordFailure(unscopedDb: UnscopedDb, attempt: Attempt, now: Date) {
  const old = new Date(now.getTime() - windowMs).toISOString()
  await unscopedDb.deleteFrom('signInFailure').where('failedOn', '<', old).execute()
  await unscopedDb
    .insertInto('signInFailure')
    .values({ ...attempt, failedOn: now.toISOString() })
    .execute()
}

/** After the right password: forgets the failures, and remembers the address. */
export async function forgetFailures(
  unscopedDb: UnscopedDb,
  { usernameKey, address }: Attempt,
  now = new Date(),
) {
  await unscopedDb
    .deleteFrom('signInFailure')
    .where('usernameKey', '=', usernameKey)
    .where('address', '=', address)
    .execute()
  const lastUsedOn = now.toISOString()
  await unscopedDb
    .insertInto('knownAddress')
    .values({ usernameKey, address, lastUsedOn })
    .onConflict((conflict) =>
      conflict.columns(['usernameKey', 'address']).doUpdateSet({ lastUsedOn }),
    )
    .execute()
  await unscopedDb
    .deleteFrom('knownAddress')
    .where('lastUsedOn', '<', new Date(now.getTime() - knownForMs).toISOString())
    .execute()
}

/** A new password resets the failures for the old one. */
export const forgetAccountFailures = (unscopedDb: UnscopedDb, usernameKey: string) =>
  unscopedDb.deleteFrom('signInFailure').where('usernameKey', '=', usernameKey).execute()
