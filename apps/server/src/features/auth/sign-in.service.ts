import { foldText, refuse } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import * as users from '../users/index.ts'
import { findAccountFault } from './account-state.ts'
import { verifyPassword, spendVerificationTime } from './password-hash.ts'
import { checkAttempt, forgetFailures, recordFailure } from './sign-in-limit.ts'
import type { Attempt } from './sign-in-limit.ts'
import { runInTurn } from './sign-in-queue.ts'
import { recordSessionEvent } from './session-audit.ts'
import * as sessions from './sessions.service.ts'

export interface SignInDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

/**
 * Resolves with the token. The reason why an account is closed is given only with the right
 * password.
 */
export function signIn(
  deps: SignInDeps,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<string> {
  const attempt = { usernameKey: foldText(username), address }
  return runInTurn(attempt, () => tryToSignIn(deps, attempt, password))
}

async function tryToSignIn(deps: SignInDeps, attempt: Attempt, password: string) {
  const { unscopedDb, clock } = deps
  await checkAttempt(unscopedDb, attempt, clock())
  const user = await users.findForSignIn(unscopedDb, attempt.usernameKey)
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
  await recordSessionEvent(deps, 'session.sign-in', user, attempt.address)
  return sessions.startSession(deps, user.id, attempt.address)
}
