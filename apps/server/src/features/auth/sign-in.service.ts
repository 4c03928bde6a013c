import { folded, refuse } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import * as users from '../users/index.ts'
import { accountFault } from './account-state.ts'
import { isPassword, spendTimeOf } from './password-hash.ts'
import { checkAttempt, forgetFailures, recordFailure } from './sign-in-limit.ts'
import type { Attempt } from './sign-in-limit.ts'
import { inTurn } from './sign-in-turns.ts'
import * as sessions from './sessions.service.ts'

export interface SignInDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
}

/** Answers the token. Why an account is closed is told only to whoever knows its password. */
export function signIn(
  deps: SignInDeps,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<string> {
  const attempt = { usernameKey: folded(username), address }
  return inTurn(attempt, () => tryToSignIn(deps, attempt, password))
}

async function tryToSignIn(deps: SignInDeps, attempt: Attempt, password: string) {
  const { unscopedDb, clock } = deps
  await checkAttempt(unscopedDb, attempt, clock())
  const user = await users.findForSignIn(unscopedDb, attempt.usernameKey)
  const isRight = user ? await isPassword(password, user.passwordHash) : false
  if (!user) await spendTimeOf(password)
  if (!user || !isRight) {
    await recordFailure(unscopedDb, attempt, clock())
    refuse('auth/wrong-credentials')
  }
  const fault = accountFault(user, clock())
  if (fault) refuse(fault)
  await forgetFailures(unscopedDb, attempt)
  return sessions.begin(deps, user.id, attempt.address)
}
