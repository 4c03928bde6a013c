import { limits } from '@talus/contract'
import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyFilter } from './study-filter.ts'
import { hasFewKeys, walkedByKey } from './study-key-walk.queries.ts'
import { isLeapSort, leapt, standsTogether } from './study-leap.queries.ts'
import {
  areAllListed,
  bestStart,
  countedUpTo,
  countOf,
  hasWords,
  isWithin,
  matches,
} from './study-match.queries.ts'
import type { Start } from './study-match.queries.ts'

/** How a page of a million studies is found is told in docs/decisions/0021-long-lists.md. */
const columns = {
  studyDate: 'createdOn',
  patientId: 'patientIdKey',
  patientName: 'patientNameKey',
  owner: 'ownerKey',
  breed: 'breedKey',
  species: 'speciesId',
  modality: 'modality',
  deleted: 'isDeleted',
  user: 'userKey',
} as const satisfies Record<StudySort, string>

export interface StudyOrder {
  readonly sort: StudySort
  readonly desc: '0' | '1'
}

export interface StudyPlace extends StudyOrder {
  readonly offset: number
  readonly size: number
}

/** Ties stand newest first; by date alone the whole order turns round, as its index does. */
function orderBy(table: string, key: string, { sort, desc }: StudyOrder): RawBuilder<unknown> {
  const [createdOn, id] = [sql.ref(`${table}.createdOn`), sql.ref(`${table}.id`)]
  if (sort === 'studyDate')
    return desc === '1'
      ? sql`order by ${createdOn} desc, ${id} desc`
      : sql`order by ${createdOn}, ${id}`
  const direction = desc === '1' ? sql`desc` : sql`asc`
  return sql`order by ${sql.ref(`${table}.${key}`)} ${direction}, ${createdOn} desc, ${id} desc`
}

const idsOf = async (db: ClinicDb, query: RawBuilder<unknown>): Promise<readonly StudyId[]> => {
  const { rows } = await sql<{ readonly id: StudyId }>`${query}`.execute(db.unscopedDb)
  return rows.map(({ id }) => id)
}

const count = (db: ClinicDb, filter: StudyFilter, start: Start, isCut: boolean) =>
  countOf(
    db,
    sql`(
      select 1 as "one" from ${matches(db, filter, start, { column: 'study.id', isCut })} as "found"
      limit ${countedUpTo}
    )`,
  )

/** Gathers what there is and sorts it: for few, and where walking does not lead there soon. */
async function sorted(db: ClinicDb, filter: StudyFilter, start: Start, place: StudyPlace) {
  const column = `study.${columns[place.sort]}`
  const found = matches(db, filter, start, { column, isCut: false })
  const { rows } = await sql<{ readonly id: StudyId; readonly all: number }>`
    with "hit" as materialized (select * from ${found} as "found")
    select ${sql.ref('hit.id')}, (select count(*) from "hit") as "all"
    from "hit" ${orderBy('hit', 'key', place)}
    limit ${place.size} offset ${place.offset}`.execute(db.unscopedDb)
  return { ids: rows.map(({ id }) => id), all: rows[0]?.all }
}

/** Goes through the studies in their order, testing each, until the page is full. */
function walked(db: ClinicDb, filter: StudyFilter, place: StudyPlace, rows: number) {
  const isByDate = place.sort === 'studyDate'
  const studies = db
    .selectFrom('study')
    .select(['study.id', 'study.patientId', 'study.createdOn'])
    .$if(isByDate, (query) => query.where(isWithin(filter, sql.ref('study.createdOn'))))
    .modifyEnd(sql`${orderBy('study', columns[place.sort], place)} limit ${rows}`)
  return idsOf(
    db,
    sql`select ${sql.ref('walked.id')} from ${studies} as "walked"
      where ${isByDate ? sql`1 = 1` : isWithin(filter, sql.ref('walked.createdOn'))}
        and ${hasWords('walked.patientId', filter.words)}
      limit ${place.size} offset ${place.offset}`,
  )
}

/** Sorting fewer than this is faster than walking to them. */
const sortedUpTo = 2000
/** A few days leave few of what was looked at, and a walk within them is short. */
const sparse = { ofAll: 300, ofDays: 30 }
/** So many rows of a word: any part of an order has some. */
const everywhere = 10_000
/** If the page is not full after so many studies, those of the filter stand far apart. */
const walkedRows = {
  beforeLeaping: 3000,
  beforeSortingSome: 4000,
  beforeSortingMany: 20_000,
  /** In each value of an order of few. */
  ofKey: 2000,
}

function walkFor(sort: StudySort, filter: StudyFilter, isMore: boolean): number {
  if (standsTogether(sort, filter)) return walkedRows.beforeLeaping
  if (hasFewKeys(sort) && filter.words.length > 0) return walkedRows.ofKey
  return isMore || filter.words.length === 0
    ? walkedRows.beforeSortingMany
    : walkedRows.beforeSortingSome
}

/** Where a count was cut short, `total` is what is known of and `isMore` says so. */
export async function page(db: ClinicDb, filter: StudyFilter, place: StudyPlace) {
  const start = await bestStart(db, filter)
  const asked = { ...filter, words: start.words }
  const found = await count(db, asked, start, start.isCommon)
  const known = Math.min(found, limits.countedRows)
  const isMore = start.isCommon || found > limits.countedRows
  const { sort, desc, offset } = place
  const size = Math.min(place.size, (start.isCommon ? limits.countedRows : known) - offset)
  if (size <= 0) return { ids: [], total: known, isMore }

  const isOrder = filter.words.length === 0 && sort === 'studyDate'
  const isOfDays = filter.from !== undefined || filter.until !== undefined
  // Of rows that were looked at hardly any had the other words: a walk would not come to them soon.
  const isShort = isOfDays && (sort === 'studyDate' || hasFewKeys(sort))
  const isSparse =
    start.isCommon && (found < (isShort ? sparse.ofDays : sparse.ofAll) || areAllListed(start))
  if (!isSparse && (isMore || found > sortedUpTo || isOrder)) {
    const full = { total: Math.max(known, offset + size), isMore }
    const rows = walkFor(sort, asked, isMore)
    const leapFirst = async () => {
      if (start.by !== 'words' || !isLeapSort(sort) || offset >= leaptOffset) return undefined
      const first = await leapt(db, asked, { sort, desc }, offset + size)
      return first.length === offset + size ? { ids: first.slice(offset), ...full } : undefined
    }
    // What stands together stands far from the beginning, unless it is everywhere.
    if (standsTogether(sort, asked) && (start.words[0]?.rows ?? 0) < everywhere) {
      const leaptTo = await leapFirst()
      if (leaptTo) return leaptTo
    }
    if (isOfDays && hasFewKeys(sort)) {
      const wanted = offset + size
      const first = await walkedByKey(db, asked, { sort, desc }, { wanted, rows })
      if (first?.length === wanted) return { ids: first.slice(offset), ...full }
    } else {
      const ids = await walked(db, asked, { ...place, size }, rows)
      if (ids.length === size) return { ids, ...full }
    }
    const leaptTo = await leapFirst()
    if (leaptTo) return leaptTo
  }
  const { ids, all: gathered } = await sorted(db, asked, start, { ...place, size })
  if (!start.isCommon) return { ids, total: known, isMore }
  const all = gathered ?? (await count(db, asked, start, false))
  return { ids, total: Math.min(all, limits.countedRows), isMore: all > limits.countedRows }
}

/** Further than this, each leap would be one too many. */
const leaptOffset = 500
