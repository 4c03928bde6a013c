import type { ClinicId, ErrorCode, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { recordAuditEvent } from '../audit/index.ts'

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
      // A failed sign-in proves nothing about who it was.
      actor: {
        id: action === 'session.failed' ? null : (account?.id ?? null),
        username: action === 'session.failed' ? '' : (account?.username ?? ''),
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
