import type { ActiveState, Day, ErrorCode } from '@talus/contract'
import { dayIn } from '../../time/day-in.ts'

export interface Account {
  readonly isDeleted: boolean
  readonly status: ActiveState
  readonly validUntil: Day | null
  readonly timeZone: string | null
  readonly clinicIsDeleted: boolean | null
}

/** Why this account may not be used now; its last day is a day of its clinic. */
export function accountFault(account: Account, now: Date): ErrorCode | undefined {
  if (account.isDeleted || account.clinicIsDeleted) return 'auth/account-deleted'
  if (account.status !== 'Active') return 'auth/account-inactive'
  const today = dayIn(account.timeZone ?? 'UTC', now)
  if (account.validUntil !== null && account.validUntil < today) return 'auth/account-expired'
  return undefined
}
