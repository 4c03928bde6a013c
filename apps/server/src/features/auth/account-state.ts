import type { ActiveState, Day, ErrorCode } from '@talus/contract'
import { formatDay } from '../../time/format-day.ts'

export interface Account {
  readonly isDeleted: boolean
  readonly status: ActiveState
  readonly validUntil: Day | null
  readonly timeZone: string | null
  readonly clinicIsDeleted: boolean | null
}

/**
 * The reason why the account may not be used now. Its last day is a day in the time zone of its
 * clinic.
 */
export function findAccountFault(account: Account, now: Date): ErrorCode | undefined {
  if (account.isDeleted || account.clinicIsDeleted) return 'auth/account-deleted'
  if (account.status !== 'Active') return 'auth/account-inactive'
  const today = formatDay(account.timeZone ?? 'UTC', now)
  if (account.validUntil !== null && account.validUntil < today) return 'auth/account-expired'
  return undefined
}
