import type { ClinicId, ErrorCode, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { recordAuditEvent } from '../audit/index.ts'
import * as users from '../users/index.ts'

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
  | 'session.sign-out'
  | 'user.reset-password'
  | 'user.request-reset'

/** Actions of a visitor who has not proved to be the user of the account. */
const unproved: readonly SessionAction[] = ['session.failed', 'user.request-reset']

/**
 * Records a sign-in, a failed one, a sign-out or a reset password. A name that no account has is not
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

/** Requests of all accounts that are recorded within one period; a stranger can send any number. */
const requestsMax = 200

/**
 * Records that a link for a new password was requested: once within `periodMs` for an account and
 * address, so that a stranger cannot fill the audit trail.
 */
export async function recordResetRequest(
  deps: SessionAuditDeps,
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
      .where('kind', '=', 'user')
      .where('action', '=', 'user.request-reset')
      .limit(requestsMax)
      .execute()
    const isRecorded = recorded.some(
      (event) => event.entityId === (account?.id ?? null) && event.address === address,
    )
    if (isRecorded || recorded.length >= requestsMax) return
    await recordSessionEvent({ ...deps, unscopedDb }, 'user.request-reset', account, address)
  })
}
