import { limits } from '@talus/contract'
import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyFilter } from './study-filter.ts'
import { hasFewValues, listByValue } from './study-by-value.queries.ts'
import { getSortColumn, listNamedValues, toRank } from './study-order.ts'
import type { StudyOrder } from './study-order.ts'
import { isPatientKeySort, listByKey, isClustered } from './study-by-key.queries.ts'
import {
  canListAllWords,
  chooseSearchPlan,
  countedUpTo,
  countRows,
  hasWords,
  isWithin,
  selectMatches,
} from './study-match.queries.ts'
import type { SearchPlan } from './study-match.queries.ts'

/**
 * The strategies for a page of a million studies are described in
 * docs/decisions/0021-study-list-paging.md.
 */
export interface StudyPageRequest extends StudyOrder {
  readonly offset: number
  readonly size: number
}

/** Ties are newest first; by date alone the whole order is reversed, as its index is. */
function orderBy(
  table: string,
  key: string,
  order: StudyOrder,
  exact?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { sort, desc } = order
  const [createdOn, id] = [sql.ref(`${table}.createdOn`), sql.ref(`${table}.id`)]
  const first = exact ? sql`case when ${id} in ${exact} then 0 else 1 end,` : sql``
  if (sort === 'studyDate')
    return desc === '1'
      ? sql`order by ${first} ${createdOn} desc, ${id} desc`
      : sql`order by ${first} ${createdOn}, ${id}`
  const direction = desc === '1' ? sql`desc` : sql`asc`
  const rank = toRank(sql.ref(`${table}.${key}`), order)
  return sql`order by ${first} ${rank} ${direction}, ${createdOn} desc, ${id} desc`
}

const hasExact = ({ exactPatients = [] }: StudyFilter) => exactPatients.length > 0

/** The studies of patients whose number was typed exactly. */
const selectExact = (db: ClinicDb, filter: StudyFilter) =>
  hasExact(filter)
    ? sql`${db
        .selectFrom('study')
        .select('study.id')
        .where('study.patientId', 'in', filter.exactPatients ?? [])}`
    : undefined

const selectIds = async (db: ClinicDb, query: RawBuilder<unknown>): Promise<readonly StudyId[]> => {
  const { rows } = await sql<{ readonly id: StudyId }>`${query}`.execute(db.unscopedDb)
  return rows.map(({ id }) => id)
}

const countMatches = (db: ClinicDb, filter: StudyFilter, plan: SearchPlan, isCut: boolean) =>
  countRows(
    db,
    sql`(
      select 1 as "one" from ${selectMatches(db, filter, plan, { column: 'study.id', isCut })} as "found"
      limit ${countedUpTo}
    )`,
  )

/**
 * Gathers all matches and sorts them: for few matches, and for those that an index scan reaches
 * late.
 */
async function sortMatches(
  db: ClinicDb,
  filter: StudyFilter,
  plan: SearchPlan,
  request: StudyPageRequest,
) {
  const column = `study.${getSortColumn(request)}`
  const found = selectMatches(db, filter, plan, { column, isCut: false })
  const { rows } = await sql<{ readonly id: StudyId; readonly all: number }>`
    with "hit" as materialized (select * from ${found} as "found")
    select ${sql.ref('hit.id')}, (select count(*) from "hit") as "all"
    from "hit" ${orderBy('hit', 'key', request, selectExact(db, filter))}
    limit ${request.size} offset ${request.offset}`.execute(db.unscopedDb)
  return { ids: rows.map(({ id }) => id), all: rows[0]?.all }
}

/** Scans the index of the order and tests each study, until the page is full. */
function scanIndex(db: ClinicDb, filter: StudyFilter, request: StudyPageRequest, rows: number) {
  const isByDate = request.sort === 'studyDate'
  const studies = db
    .selectFrom('study')
    .select(['study.id', 'study.patientId', 'study.createdOn'])
    .$if(!isByDate, (query) => query.select(['study.modality', 'study.speciesId', 'study.userKey']))
    .$if(isByDate, (query) => query.where(isWithin(filter, sql.ref('study.createdOn'))))
    .modifyEnd(sql`${orderBy('study', getSortColumn(request), request)} limit ${rows}`)
  return selectIds(
    db,
    sql`select ${sql.ref('scanned.id')} from ${studies} as "scanned"
      where ${isByDate ? sql`1 = 1` : isWithin(filter, sql.ref('scanned.createdOn'), 'scanned')}
        and ${hasWords('scanned.patientId', filter.words)}
      limit ${request.size} offset ${request.offset}`,
  )
}

/** Sorting fewer matches than this is faster than scanning for them. */
const sortedUpTo = 2000
/**
 * With fewer matches than this among the tested rows they are sparse; a scan within a date range is
 * short, so fewer suffice.
 */
const sparse = { ofAll: 300, ofDays: 30 }
/** A word with so many rows occurs in any part of an order. */
const everywhere = 10_000
/** If the page is not full after so many studies, the matches are far apart. */
const scanLimits = {
  beforeListingByKey: 3000,
  beforeSortingSome: 4000,
  beforeSortingMany: 20_000,
  /** The limit within each value of an order of few values. */
  ofValue: 2000,
}

function getScanLimit(sort: StudySort, filter: StudyFilter, isMore: boolean): number {
  if (isClustered(sort, filter)) return scanLimits.beforeListingByKey
  if (hasFewValues(sort) && filter.words.length > 0) return scanLimits.ofValue
  return isMore || filter.words.length === 0
    ? scanLimits.beforeSortingMany
    : scanLimits.beforeSortingSome
}

/**
 * Finds a page of studies. If the count was cut short, `total` is the number counted and `isMore`
 * is true.
 */
export async function findStudyPage(db: ClinicDb, filter: StudyFilter, request: StudyPageRequest) {
  const plan = await chooseSearchPlan(db, filter)
  const planned = { ...filter, words: plan.words }
  const found = await countMatches(db, planned, plan, plan.isCommon)
  const known = Math.min(found, limits.countedRows)
  const isMore = plan.isCommon || found > limits.countedRows
  const { sort, desc, offset, language } = request
  const size = Math.min(request.size, (plan.isCommon ? limits.countedRows : known) - offset)
  if (size <= 0) return { ids: [], total: known, isMore }

  const isOrder = filter.words.length === 0 && sort === 'studyDate'
  const hasProperties = (filter.properties?.length ?? 0) > 0
  const isOfDays = filter.from !== undefined || filter.until !== undefined || hasProperties
  // Hardly any tested row had the other words: a scan would not reach the matches soon.
  const isShort = isOfDays && (sort === 'studyDate' || hasFewValues(sort))
  // Only sorted matches begin with those of an exact number.
  const isSparse =
    hasExact(filter) ||
    (plan.isCommon && (found < (isShort ? sparse.ofDays : sparse.ofAll) || canListAllWords(plan)))
  if (!isSparse && (isMore || found > sortedUpTo || isOrder)) {
    const full = { total: Math.max(known, offset + size), isMore }
    const rows = getScanLimit(sort, planned, isMore)
    const tryListByKey = async () => {
      if (plan.by !== 'words' || !isPatientKeySort(sort) || offset >= byKeyOffsetMax)
        return undefined
      const first = await listByKey(db, planned, { sort, desc, language }, offset + size)
      return first.length === offset + size ? { ids: first.slice(offset), ...full } : undefined
    }
    // Clustered matches are far from the start of the order, unless the word is everywhere.
    if (isClustered(sort, planned) && (plan.words[0]?.rows ?? 0) < everywhere) {
      const listed = await tryListByKey()
      if (listed) return listed
    }
    // The index has another order than the names of the values.
    if ((isOfDays || listNamedValues(request)) && hasFewValues(sort)) {
      const wanted = offset + size
      const first = await listByValue(db, planned, { sort, desc, language }, { wanted, rows })
      if (first?.length === wanted) return { ids: first.slice(offset), ...full }
    } else {
      const ids = await scanIndex(db, planned, { ...request, size }, rows)
      if (ids.length === size) return { ids, ...full }
    }
    const listed = await tryListByKey()
    if (listed) return listed
  }
  const { ids, all: gathered } = await sortMatches(db, planned, plan, { ...request, size })
  if (!plan.isCommon) return { ids, total: known, isMore }
  const all = gathered ?? (await countMatches(db, planned, plan, false))
  return { ids, total: Math.min(all, limits.countedRows), isMore: all > limits.countedRows }
}

/** Beyond this offset, listing by key needs too many queries. */
const byKeyOffsetMax = 500
