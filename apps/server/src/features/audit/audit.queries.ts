import type { Day, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

export interface AuditFilter {
  readonly userId?: UserId | undefined
  readonly action?: string | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first; the id is the order in which things were committed and goes on where a page ended. */
export function list(db: ClinicDb, filter: AuditFilter) {
  let events = db.selectFrom('auditEvent').selectAll()
  if (filter.userId !== undefined) events = events.where('auditEvent.userId', '=', filter.userId)
  if (filter.action !== undefined) events = events.where('auditEvent.action', '=', filter.action)
  if (filter.from !== undefined) events = events.where('auditEvent.at', '>=', filter.from)
  // Compared as text: every instant of the last day begins with that day.
  if (filter.to !== undefined) events = events.where('auditEvent.at', '<', `${filter.to}U`)
  if (filter.before !== undefined) events = events.where('auditEvent.id', '<', filter.before)
  return events.orderBy('auditEvent.id', 'desc').limit(filter.limit).execute()
}
