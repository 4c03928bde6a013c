import type { Instant, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

export interface AuditFilter {
  readonly userId?: UserId | undefined
  readonly action?: string | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  readonly search: string
}

export interface IdRange {
  readonly first: number
  readonly last: number
}

/** Two events that are written at the same time may have their ids in the other order. */
const reordered = 1000

/**
 * The ids of a period: events are read in the order of their ids, by whichever index, and a range of
 * ids limits each of them. The times themselves are compared, too.
 */
export async function findIdRange(db: ClinicDb, { from, to }: AuditFilter): Promise<IdRange> {
  const select = db.unscopedDb.selectFrom('auditEvent').select('id').limit(1)
  const first =
    from === undefined
      ? undefined
      : await select.where('at', '>=', from).orderBy('at').executeTakeFirst()
  const last =
    to === undefined
      ? undefined
      : await select.where('at', '<', to).orderBy('at', 'desc').executeTakeFirst()
  const isEmpty = (from !== undefined && !first) || (to !== undefined && !last)
  if (isEmpty) return { first: 1, last: 0 }
  return {
    first: first ? first.id - reordered : 0,
    last: last ? last.id + reordered : Number.MAX_SAFE_INTEGER,
  }
}

/** The events within the filter, except for its words. */
export function selectFiltered(db: ClinicDb, filter: AuditFilter, { first, last }: IdRange) {
  const { userId, action, from, to } = filter
  let events = db.selectFrom('auditEvent')
  if (first > 0) events = events.where('auditEvent.id', '>=', first)
  if (last < Number.MAX_SAFE_INTEGER) events = events.where('auditEvent.id', '<=', last)
  if (userId !== undefined) events = events.where('auditEvent.userId', '=', userId)
  if (action?.includes('.')) events = events.where('auditEvent.action', '=', action)
  else if (action !== undefined) events = events.where('auditEvent.kind', '=', action)
  if (from !== undefined) events = events.where('auditEvent.at', '>=', from)
  if (to !== undefined) events = events.where('auditEvent.at', '<', to)
  return events
}
