import { limits } from '@talus/contract'
import type { auditSorts, ClinicId, OwnerId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { prepareClinicQuery } from '../../db/prepared-clinic-query.ts'
import { findIdRange, selectFiltered } from './audit-filter.queries.ts'
import type { AuditFilter, IdRange } from './audit-filter.queries.ts'
import { splitSearch } from './search-words.ts'
import { findIds } from './word-index.queries.ts'

type Sort = (typeof auditSorts)[number]
const sorts = {
  at: 'auditEvent.id',
  username: 'auditEvent.username',
  action: 'auditEvent.action',
  subject: 'auditEvent.subject',
  clinic: 'clinicName',
  address: 'auditEvent.address',
} as const satisfies Record<Sort, string>

const withClinic = (events: ReturnType<typeof selectFiltered>) =>
  events
    .leftJoin('clinic', 'clinic.id', 'auditEvent.clinicId')
    .selectAll('auditEvent')
    .select('clinic.name as clinicName')

export interface AuditPageQuery extends AuditFilter {
  readonly sort: Sort
  readonly desc: '0' | '1'
  readonly page: number
  readonly size: number
}

/**
 * A page of the events. Counting stops at `limits.countedRows`, and the pages end there: a time or a
 * word leads to older events. More events than that are not sorted by another column than the time.
 */
export async function page(db: ClinicDb, query: AuditPageQuery) {
  const range = await findIdRange(db, query)
  const offset = query.page * query.size
  const direction = query.desc === '1' || query.sort !== 'at' ? 'desc' : 'asc'
  const words = splitSearch(query.search)
  const needed = offset + query.size + 1
  const found =
    words.length === 0
      ? await countFiltered(db, query, range)
      : await findIds(db, { filter: query, words, range, direction, needed })
  const { isMore, ids, total } = found
  const sortedBy = isMore ? 'at' : query.sort
  const isDesc = isMore ? direction === 'desc' : query.desc === '1'
  const events = withClinic(selectFiltered(db, query, range))
  const shown = ids && sortedBy === 'at' ? ids.slice(offset, offset + query.size) : ids
  if (offset >= total || shown?.length === 0) return { rows: [], total, isMore, sortedBy }
  const rows = await (shown ? events.where('auditEvent.id', 'in', shown) : events)
    .orderBy(sorts[sortedBy], isDesc ? 'desc' : 'asc')
    .orderBy('auditEvent.id', isDesc ? 'desc' : 'asc')
    .limit(Math.min(query.size, total - offset))
    .offset(shown && sortedBy === 'at' ? 0 : offset)
    .execute()
  return { rows, total, isMore, sortedBy }
}

async function countFiltered(db: ClinicDb, filter: AuditFilter, range: IdRange) {
  const some = selectFiltered(db, filter, range)
    .select('auditEvent.id')
    .limit(limits.countedRows + 1)
  const { count } = await db.unscopedDb
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Math.min(count, limits.countedRows)
  return { total, isMore: count > limits.countedRows, ids: undefined }
}

/** Names the study of an event and its patient, by the fields that the details show. */
export const findStudySubject = async (db: ClinicDb, studyId: StudyId) =>
  (await selectStudySubject(db, { studyId }))[0]

const selectStudySubject = prepareClinicQuery((db, { studyId }: { readonly studyId: StudyId }) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select(['patient.name as patientName', 'patient.patientId', 'study.studyInstanceUID'])
    .where('study.id', '=', studyId),
)

/** The present names of owners whose numbers the details of an event contain. */
export async function findOwnerNames(
  db: ClinicDb,
  ids: readonly OwnerId[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db.selectFrom('owner').select(['id', 'name']).where('id', 'in', ids).execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

const batchSize = 500

/** Yields all events, newest first, with only a few hundred in memory. */
export async function* streamEvents(db: ClinicDb, filter: AuditFilter) {
  const words = splitSearch(filter.search)
  let range = await findIdRange(db, filter)
  for (;;) {
    const events = withClinic(selectFiltered(db, filter, range))
    const search = { filter, words, range, direction: 'desc', needed: batchSize } as const
    const ids = words.length === 0 ? undefined : (await findIds(db, search)).ids.slice(0, batchSize)
    const rows =
      ids?.length === 0
        ? []
        : await (ids ? events.where('auditEvent.id', 'in', ids) : events)
            .orderBy('auditEvent.id', 'desc')
            .limit(batchSize)
            .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    range = { ...range, last: last.id - 1 }
  }
}

export type AuditEventRow = Awaited<ReturnType<typeof page>>['rows'][number] & {
  readonly clinicId: ClinicId | null
}
