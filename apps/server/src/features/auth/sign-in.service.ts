import { folded, refuse } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import * as users from '../users/index.ts'
import { accountFault } from './account-state.ts'
import { isPassword, spendTimeOf } from './password-hash.ts'
import { beginAttempt, forgetFailures, withdrawAttempt } from './sign-in-limit.ts'
import * as sessions from './sessions.service.ts'

export interface SignInDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
}

/** Answers the token. Why an account is closed is told only to whoever knows its password. */
export async function signIn(
  deps: SignInDeps,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<string> {
  const { unscopedDb, clock } = deps
  const attempt = { usernameKey: folded(username), address }
  const attemptId = await beginAttempt(unscopedDb, attempt, clock())
  const user = await users.findForSignIn(unscopedDb, attempt.usernameKey)
  const isRight = user ? await isPassword(password, user.passwordHash) : false
  if (!user) await spendTimeOf(password)
  if (!user || !isRight) refuse('auth/wrong-credentials')
  const fault = accountFault(user, clock())
  if (fault) {
    await withdrawAttempt(unscopedDb, attemptId)
    refuse(fault)
  }
  await forgetFailures(unscopedDb, attempt)
  return sessions.begin(deps, user.id, address)
}
