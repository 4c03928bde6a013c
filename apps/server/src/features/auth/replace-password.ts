import { foldText } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import * as users from '../users/index.ts'
import { createPassword } from './create-password.ts'
import { hashPassword } from './password-hash.ts'
import * as secondFactor from './second-factor/second-factor.queries.ts'
import { recordSessionEvent } from './session-audit.ts'
import * as sessions from './sessions.queries.ts'
import { forgetAccountFailures } from './sign-in-limit.ts'

interface ReplaceDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

/**
 * Gives a user a new password, for `npm run reset-password`: the caller owns the computer. Signs the
 * user out everywhere. Returns undefined if there is no such user.
 */
export async function replacePassword(
  { unscopedDb, clock }: ReplaceDeps,
  username: string,
  options: { readonly removesSecondFactor: boolean },
): Promise<string | undefined> {
  const user = await users.findForSignIn(unscopedDb, foldText(username))
  if (!user) return undefined
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    await users.setPassword(unscopedDb, user.id, passwordHash)
    await sessions.endAllOfUser(unscopedDb, user.id)
    if (options.removesSecondFactor) await secondFactor.remove(unscopedDb, user.id)
    await recordSessionEvent({ unscopedDb, clock }, 'user.reset-password', user, 'this computer')
    await forgetAccountFailures(unscopedDb, user.usernameKey)
  })
  return password
}
