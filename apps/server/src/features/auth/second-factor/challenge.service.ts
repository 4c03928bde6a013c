import { refuse } from '@talus/contract'
import type { SignInChallenge, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import * as users from '../../users/index.ts'
import { findAccountFault } from '../account-state.ts'
import { checkAndRecordLimit, recordSessionEvent } from '../session-audit.ts'
import { forgetFailures, recordFailure } from '../sign-in-limit.ts'
import { runInTurn } from '../sign-in-queue.ts'
import { hashToken, newToken } from '../token.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import * as factors from './second-factor.queries.ts'
import { findStep } from './totp.ts'

export interface ChallengeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly secrets: SecretBox
}

const lifeMs = 10 * 60_000

/** The challenge of a user who has proved their password; undefined if that is enough. */
export async function createChallenge(
  { unscopedDb, clock }: ChallengeDeps,
  userId: UserId,
): Promise<SignInChallenge | undefined> {
  const factor = await factors.find(unscopedDb, userId)
  if (!factor?.enabledOn) return undefined
  const challenge = newToken()
  const now = clock()
  const expiresOn = new Date(now.getTime() + lifeMs).toISOString()
  await factors.insertChallenge(
    unscopedDb,
    { tokenHash: hashToken(challenge), userId, expiresOn },
    now.toISOString(),
  )
  return { challenge, expiresOn }
}

/**
 * Answers a challenge with a code of the authenticator or a recovery code, and returns the user.
 * Wrong codes are limited per user and address, and the count expires.
 */
export async function answerChallenge(
  deps: ChallengeDeps,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  address: string,
): Promise<UserId> {
  const { unscopedDb, clock } = deps
  const tokenHash = hashToken(challenge)
  const found = await factors.findChallenge(unscopedDb, tokenHash, clock().toISOString())
  if (!found) refuse('auth/challenge-expired')
  const { userId } = found
  const attempt = { usernameKey: `second factor ${userId}`, address }
  await runInTurn(attempt, async () => {
    await checkAndRecordLimit(deps, attempt, () => users.findById(unscopedDb, userId))
    const user = await users.findAccount(unscopedDb, userId)
    const fault = user ? findAccountFault(user, clock()) : 'auth/account-deleted'
    if (fault) refuse(fault)
    if (!(await isRightCode(deps, userId, code, address))) {
      await recordFailure(unscopedDb, attempt, clock())
      const account = await users.findById(unscopedDb, userId)
      await recordSessionEvent(deps, 'session.failed', account, address, 'auth/wrong-code')
      refuse('auth/wrong-code')
    }
    if (!(await factors.endChallenge(unscopedDb, tokenHash))) refuse('auth/challenge-expired')
    await forgetFailures(unscopedDb, attempt)
  })
  return userId
}

async function isRightCode(
  { unscopedDb, clock, secrets }: ChallengeDeps,
  userId: UserId,
  code: string,
  address: string,
): Promise<boolean> {
  const factor = await factors.find(unscopedDb, userId)
  if (!factor?.enabledOn) return false
  if (/^\d{6}$/u.test(code)) {
    const step = findStep(secrets.open(factor.secret), code, clock())
    return step !== undefined && factors.useStep(unscopedDb, userId, step)
  }
  return unscopedDb.transaction().execute(async (unscopedDb) => {
    const codeHash = hashRecoveryCode(userId, code)
    if (!(await factors.useRecoveryCode(unscopedDb, userId, codeHash))) return false
    const user = await users.findById(unscopedDb, userId)
    const { username = '', clinicId = null } = user ?? {}
    const db = new ClinicDb(unscopedDb, clinicId === null ? [] : [clinicId])
    await recordAuditEvent(
      { db, actor: { id: userId, username }, address, clock },
      { action: 'account.recovery-code-used', entityId: userId, subject: username, clinicId },
    )
    return true
  })
}
