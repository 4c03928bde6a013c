import { limits, refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { queueEmail, resetMail } from '../email/index.ts'
import * as users from '../users/index.ts'
import { accountFault } from './account-state.ts'
import { hashPassword } from './password-hash.ts'
import * as sessions from './sessions.queries.ts'
import { forgetFailuresOf } from './sign-in-limit.ts'
import { hashToken, newToken } from './token.ts'

export interface ResetDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
  readonly publicUrl: string
}

const lifeMs = limits.resetLinkMinutes * 60_000
/** Enough for someone who mistypes the address of his mailbox; too few to flood it. */
const linksPerLife = 3

/**
 * Sends a link if there is such a user with somewhere to send it to. Runs as a job: whoever asked
 * has long been answered, and neither words nor time told him whether the user exists.
 */
export async function sendResetLink(
  { unscopedDb, clock, publicUrl }: ResetDeps,
  usernameKey: string,
) {
  const user = await users.findForSignIn(unscopedDb, usernameKey)
  const now = clock()
  if (!user || accountFault(user, now)) return
  const address = users.mailAddressOf(user)
  if (address === undefined) return

  const token = newToken()
  const mail = resetMail({
    language: user.lang ?? 'en',
    name: user.firstName,
    clinic: user.clinicName ?? '',
    link: new URL(`resetpassword/${token}`, publicUrl).href,
    minutes: limits.resetLinkMinutes,
  })
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    // Two of these at once would both count before either has added.
    await users.lock(unscopedDb, user.id)
    if ((await linksOf(unscopedDb, user.id, now)) >= linksPerLife) return
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

async function linksOf(unscopedDb: UnscopedDb, userId: UserId, now: Date): Promise<number> {
  const { count } = await unscopedDb
    .selectFrom('passwordReset')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('createdOn', '>', new Date(now.getTime() - lifeMs).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Sets the password, uses the link up, and signs the person out everywhere. */
export async function resetPassword(
  { unscopedDb, clock }: ResetDeps,
  { token, password }: { readonly token: string; readonly password: string },
) {
  const tokenHash = hashToken(token)
  const now = clock()
  // Hashed first: a transaction should not be held open for it.
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
    if (!user || accountFault(user, now)) refuse('auth/reset-link-invalid')
    await users.setPassword(unscopedDb, user.id, passwordHash)
    await sessions.endAllOf(unscopedDb, user.id)
    await forgetFailuresOf(unscopedDb, user.usernameKey)
    // Older links of the same person are worth nothing any more.
    await unscopedDb
      .updateTable('passwordReset')
      .set({ usedOn: now.toISOString() })
      .where('userId', '=', user.id)
      .where('usedOn', 'is', null)
      .execute()
  })
}
