import { limits, refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import { queueEmail, createResetMail } from '../email/index.ts'
import * as users from '../users/index.ts'
import { findAccountFault } from './account-state.ts'
import { hashPassword } from './password-hash.ts'
import { recordResetRequest, recordSessionEvent } from './session-audit.ts'
import * as sessions from './sessions.queries.ts'
import { forgetAccountFailures } from './sign-in-limit.ts'
import { hashToken, newToken } from './token.ts'

export interface ResetDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly publicUrl: string
}

const lifeMs = limits.resetLinkMinutes * 60_000
/** Enough for a user who mistypes the address of their mailbox; too few to flood it. */
const linksPerLife = 3

/**
 * Sends a link if the user exists and has an address. It runs as a job: the request was answered
 * before, so neither its text nor its timing reveals whether the user exists.
 */
export async function sendResetLink(
  { unscopedDb, clock, publicUrl }: ResetDeps,
  usernameKey: string,
  requestedFrom: string,
) {
  const user = await users.findForSignIn(unscopedDb, usernameKey)
  const now = clock()
  await recordResetRequest({ unscopedDb, clock }, user, requestedFrom, lifeMs)
  if (!user || findAccountFault(user, now)) return
  const address = users.findMailAddress(user)
  if (address === undefined) return

  const token = newToken()
  const mail = createResetMail({
    language: user.lang ?? 'en',
    name: user.firstName,
    clinic: user.clinicName ?? '',
    // After "#", because browsers do not send that part to a server or a proxy, which may log it.
    link: new URL(`resetpassword/#${token}`, publicUrl).href,
    minutes: limits.resetLinkMinutes,
  })
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    // Without the lock, two concurrent jobs would both count before either inserts.
    await users.lock(unscopedDb, user.id)
    if ((await countLinks(unscopedDb, user.id, now)) >= linksPerLife) return
    await endLinks(unscopedDb, user.id, now)
    await unscopedDb
      .insertInto('passwordReset')
      .values({
        tokenHash: hashToken(token),
        userId: user.id,
        createdOn: now.toISOString(),
        expiresOn: new Date(now.getTime() + lifeMs).toISOString(),
        usedOn: null,
      })
      .execute()
    await queueEmail(unscopedDb, { to: [{ address, name: user.firstName }], ...mail }, { clock })
  })
}

async function countLinks(unscopedDb: UnscopedDb, userId: UserId, now: Date): Promise<number> {
  const { count } = await unscopedDb
    .selectFrom('passwordReset')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('createdOn', '>', new Date(now.getTime() - lifeMs).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Sets the password, invalidates the link, and signs the user out everywhere. */
export async function resetPassword(
  { unscopedDb, clock }: ResetDeps,
  { token, password }: { readonly token: string; readonly password: string },
  address: string,
) {
  const tokenHash = hashToken(token)
  const now = clock()
  // Hashed before the transaction, which should not stay open that long.
  const passwordHash = await hashPassword(password)
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    const used = await unscopedDb
      .updateTable('passwordReset')
      .set({ usedOn: now.toISOString() })
      .where('tokenHash', '=', tokenHash)
      .where('usedOn', 'is', null)
      .where('expiresOn', '>', now.toISOString())
      .returning('userId')
      .executeTakeFirst()
    const user = used && (await users.findAccount(unscopedDb, used.userId))
    if (!user || findAccountFault(user, now)) refuse('auth/reset-link-invalid')
    await users.setPassword(unscopedDb, user.id, passwordHash)
    await sessions.endAllOfUser(unscopedDb, user.id)
    await recordSessionEvent({ unscopedDb, clock }, 'user.reset-password', user, address)
    await forgetAccountFailures(unscopedDb, user.usernameKey)
    await endLinks(unscopedDb, user.id, now)
  })
}

/** Older links of the user become invalid: only the newest one works, and only until it is used. */
const endLinks = (unscopedDb: UnscopedDb, userId: UserId, now: Date) =>
  unscopedDb
    .updateTable('passwordReset')
    .set({ usedOn: now.toISOString() })
    .where('userId', '=', userId)
    .where('usedOn', 'is', null)
    .execute()
