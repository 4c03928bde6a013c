import { Refusal } from '@talus/contract'
import type { ClinicId, ErrorCode, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { recordAuditEvent } from '../audit/index.ts'
import * as users from '../users/index.ts'
import { checkAttempt, windowMs } from './sign-in-limit.ts'
import type { Attempt } from './sign-in-limit.ts'

interface SessionAuditDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

interface Account {
  readonly id: UserId
  readonly username: string
  readonly clinicId: ClinicId | null
}

type SessionAction =
  | 'session.sign-in'
  | 'session.failed'
  | 'session.limited'
  | 'session.sign-out'
  | 'user.reset-password'
  | 'user.request-reset'

/** Actions of a visitor who has not proved to be the user of the account. */
const unproved: readonly SessionAction[] = [
  'session.failed',
  'session.limited',
  'user.request-reset',
]

/**
 * Records a sign-in, a failed or limited one, a sign-out or a reset password. A name that no account has is not
 * recorded: users type their password into the wrong field.
 */
export const recordSessionEvent = (
  { unscopedDb, clock }: SessionAuditDeps,
  action: SessionAction,
  account: Account | undefined,
  address: string,
  reason?: ErrorCode,
): Promise<void> =>
  recordAuditEvent(
    {
      db: new ClinicDb(unscopedDb, 'every-clinic'),
      actor: {
        id: unproved.includes(action) ? null : (account?.id ?? null),
        username: unproved.includes(action) ? '' : (account?.username ?? ''),
      },
      address,
      clock,
    },
    {
      action,
      entityId: account?.id ?? null,
      subject: account?.username ?? '',
      clinicId: account?.clinicId ?? null,
      ...(reason && { after: { reason } }),
    },
  )

/** Events of all accounts that are recorded within one period; a stranger can cause any number. */
const eventsMax = 200

/**
 * Records an event once within `periodMs` for an account and address, so that a stranger cannot fill
 * the audit trail.
 */
async function recordOnce(
  deps: SessionAuditDeps,
  action: 'session.limited' | 'user.request-reset',
  account: Account | undefined,
  address: string,
  periodMs: number,
): Promise<void> {
  const since = new Date(deps.clock().getTime() - periodMs).toISOString()
  await deps.unscopedDb.transaction().execute(async (unscopedDb) => {
    // Without the lock, two concurrent requests would both look before either is recorded.
    if (account) await users.lock(unscopedDb, account.id)
    const recorded = await unscopedDb
      .selectFrom('auditEvent')
      .select(['entityId', 'address'])
      .where('at', '>', since)
      .where('kind', '=', action === 'session.limited' ? 'session' : 'user')
      .where('action', '=', action)
      .limit(eventsMax)
      .execute()
    const isRecorded = recorded.some(
      (event) => event.entityId === (account?.id ?? null) && event.address === address,
    )
    if (isRecorded || recorded.length >= eventsMax) return
    await recordSessionEvent({ ...deps, unscopedDb }, action, account, address)
  })
}

/** Records that a link for a new password was requested. */
export const recordResetRequest = (
  deps: SessionAuditDeps,
  account: Account | undefined,
  address: string,
  periodMs: number,
): Promise<void> => recordOnce(deps, 'user.request-reset', account, address, periodMs)

/**
 * Checks the limit of guesses, and records once in its window that an attempt was refused by it. A
 * refused attempt is not an event of its own: no password or code was compared.
 */
export async function checkAndRecordLimit(
  deps: SessionAuditDeps,
  attempt: Attempt,
  findAccount: () => Promise<Account | undefined>,
  options?: Parameters<typeof checkAttempt>[3],
): Promise<void> {
  try {
    await checkAttempt(deps.unscopedDb, attempt, deps.clock(), options)
  } catch (error) {
    if (error instanceof Refusal)
      await recordOnce(deps, 'session.limited', await findAccount(), attempt.address, windowMs)
    throw error
  }
}
