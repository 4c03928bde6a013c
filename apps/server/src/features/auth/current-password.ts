import { refuseField } from '@talus/contract'
import type { ChangeContext } from '../audit/index.ts'
import * as users from '../users/index.ts'
import { verifyPassword } from './password-hash.ts'
import { checkAttempt, forgetFailures, recordFailure } from './sign-in-limit.ts'
import { runInTurn } from './sign-in-queue.ts'

/**
 * Checks the password of a signed-in user before a change of their account: the session may be that
 * of an abandoned computer. Guesses are limited like those at the sign-in, but counted apart, so
 * that they do not prevent the user from signing in.
 */
export function checkCurrentPassword(
  { db, actor, address, clock }: ChangeContext,
  password: string,
): Promise<void> {
  const { unscopedDb } = db
  const attempt = { usernameKey: `account ${actor.id}`, address }
  return runInTurn(attempt, async () => {
    await checkAttempt(unscopedDb, attempt, clock())
    const user = await users.findById(unscopedDb, actor.id)
    if (user && (await verifyPassword(password, user.passwordHash))) {
      await forgetFailures(unscopedDb, attempt)
      return
    }
    await recordFailure(unscopedDb, attempt, clock())
    refuseField('currentPassword', 'password/wrong')
  })
}
