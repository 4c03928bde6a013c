import type { ClinicId, Instant, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { findWords } from '../../db/find-words.ts'

export interface AuditFilter {
  readonly userId?: UserId | undefined
  readonly action?: string | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  readonly search: string
}

const sorts = {
  at: 'auditEvent.id',
  username: 'auditEvent.username',
  action: 'auditEvent.action',
  subject: 'auditEvent.subject',
  clinic: 'clinicName',
  address: 'auditEvent.address',
} as const

function selectMatching(db: ClinicDb, { userId, action, from, to, search }: AuditFilter) {
  let events = db.selectFrom('auditEvent').where(findWords(search, ['auditEvent.search']))
  if (userId !== undefined) events = events.where('auditEvent.userId', '=', userId)
  if (action?.includes('.')) events = events.where('auditEvent.action', '=', action)
  // A range instead of a pattern: it uses the index. '/' follows '.' in the order of characters.
  else if (action !== undefined)
    events = events
      .where('auditEvent.action', '>=', `${action}.`)
      .where('auditEvent.action', '<', `${action}/`)
  if (from !== undefined) events = events.where('auditEvent.at', '>=', from)
  if (to !== undefined) events = events.where('auditEvent.at', '<', to)
  return events
}

const selectWithClinic = (db: ClinicDb, filter: AuditFilter) =>
  selectMatching(db, filter)
    .leftJoin('clinic', 'clinic.id', 'auditEvent.clinicId')
    .selectAll('auditEvent')
    .select('clinic.name as clinicName')

export async function page(
  db: ClinicDb,
  filter: AuditFilter & {
    readonly sort: keyof typeof sorts
    readonly desc: '0' | '1'
    readonly page: number
    readonly size: number
  },
) {
  const direction = filter.desc === '1' ? 'desc' : 'asc'
  const rows = await selectWithClinic(db, filter)
    .orderBy(sorts[filter.sort], direction)
    .orderBy('auditEvent.id', direction)
    .limit(filter.size)
    .offset(filter.page * filter.size)
    .execute()
  const { total } = await selectMatching(db, filter)
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

const batchSize = 500

/** Yields all events, newest first, with only a few hundred in memory. */
export async function* streamEvents(db: ClinicDb, filter: AuditFilter) {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await selectWithClinic(db, filter)
      .where('auditEvent.id', '<', before)
      .orderBy('auditEvent.id', 'desc')
      .limit(batchSize)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
  }
}

export type AuditEventRow = Awaited<ReturnType<typeof page>>['rows'][number] & {
  readonly clinicId: ClinicId | null
}
