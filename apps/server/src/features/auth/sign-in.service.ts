import { foldText, normalizeUsername, refuse } from '@talus/contract'
import * as users from '../users/index.ts'
import { findAccountFault } from './account-state.ts'
import { verifyPassword, spendVerificationTime } from './password-hash.ts'
import { forgetFailures, recordFailure } from './sign-in-limit.ts'
import type { Attempt } from './sign-in-limit.ts'
import { createChallenge } from './second-factor/challenge.service.ts'
import type { ChallengeDeps } from './second-factor/challenge.service.ts'
import { runInTurn } from './sign-in-queue.ts'
import { checkAndRecordLimit, recordSessionEvent } from './session-audit.ts'
import type { SignInChallenge, UserId } from '@talus/contract'

/** The user who has signed in, or the challenge that they must answer first. */
export type PasswordResult = { readonly userId: UserId } | SignInChallenge

/**
 * Checks a password. The reason why an account is closed is given only with the right password.
 */
export function checkPassword(
  deps: ChallengeDeps,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<PasswordResult> {
  const attempt = { usernameKey: foldText(normalizeUsername(username)), address }
  return runInTurn(attempt, () => tryToSignIn(deps, attempt, password))
}

async function tryToSignIn(
  deps: ChallengeDeps,
  attempt: Attempt,
  password: string,
): Promise<PasswordResult> {
  const { unscopedDb, clock } = deps
  const findUser = () => users.findForSignIn(unscopedDb, attempt.usernameKey)
  await checkAndRecordLimit(deps, attempt, findUser, { slowsKnown: true })
  const user = await findUser()
  const isRight = user ? await verifyPassword(password, user.passwordHash) : false
  if (!user) await spendVerificationTime(password)
  if (!user || !isRight) {
    await recordFailure(unscopedDb, attempt, clock())
    await recordSessionEvent(deps, 'session.failed', user, attempt.address)
    refuse('auth/wrong-credentials')
  }
  const fault = findAccountFault(user, clock())
  if (fault) {
    await recordSessionEvent(deps, 'session.failed', user, attempt.address, fault)
    refuse(fault)
  }
  await forgetFailures(unscopedDb, attempt)
  return (await createChallenge(deps, user.id)) ?? { userId: user.id }
}
