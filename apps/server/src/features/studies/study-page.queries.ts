import { limits } from '@talus/contract'
import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyFilter } from './study-filter.ts'
import {
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

async function count(db: ClinicDb, filter: StudyFilter, start: Start): Promise<number> {
  const column = 'study.createdOn'
  const found = await countOf(db, matches(db, filter, start, { column, isCut: true }))
  // Cut off too early where the many patients of a word have few studies in these days.
  return found === countedUpTo || start.by === 'dates'
    ? found
    : countOf(
        db,
        sql`(select 1 from ${matches(db, filter, start, { column, isCut: false })} as "every"
          limit ${countedUpTo})`,
      )
}

/** Gathers what there is and sorts it: for few, and where walking does not lead there soon. */
function sorted(db: ClinicDb, filter: StudyFilter, start: Start, place: StudyPlace) {
  const found = matches(db, filter, start, {
    column: `study.${columns[place.sort]}`,
    isCut: false,
  })
  return idsOf(
    db,
    sql`with "hit" as materialized (select * from ${found} as "found")
      select ${sql.ref('hit.id')} from "hit" ${orderBy('hit', 'key', place)}
      limit ${place.size} offset ${place.offset}`,
  )
}

/** So many studies are looked at; if the page is not full then, those of the filter stand far apart. */
const walkedRows = 20_000

/** Goes through the studies in their order, testing each, until the page is full. */
function walked(db: ClinicDb, filter: StudyFilter, { words }: Start, place: StudyPlace) {
  const byDate = place.sort === 'studyDate'
  // Not to be looked up in the index of dates: the index of the order is the one to follow.
  const date = byDate ? sql.ref('study.createdOn') : sql`(${sql.ref('study.createdOn')} || '')`
  const isFiltered = words.length > 0 || filter.from !== undefined || filter.until !== undefined
  const studies = db
    .selectFrom('study')
    .select(['study.id', 'study.patientId', 'study.createdOn'])
    .$if(byDate, (query) => query.where(isWithin(filter, date)))
    .modifyEnd(
      sql`${orderBy('study', columns[place.sort], place)} ${
        isFiltered ? sql`limit ${walkedRows}` : sql`limit ${place.size} offset ${place.offset}`
      }`,
    )
  if (!isFiltered) return idsOf(db, sql`select "id" from ${studies} as "walked"`)
  const inDays = byDate ? sql`1 = 1` : isWithin(filter, sql`${sql.ref('walked.createdOn')}`)
  return idsOf(
    db,
    sql`select ${sql.ref('walked.id')} from ${studies} as "walked"
      where ${inDays} and ${hasWords('walked.patientId', words)}
      limit ${place.size} offset ${place.offset}`,
  )
}

/** Sorting fewer than this is faster than walking to them. */
const sortedUpTo = 2000

export async function page(db: ClinicDb, filter: StudyFilter, place: StudyPlace) {
  const start = await bestStart(db, filter)
  const counted = await count(db, filter, start)
  const total = Math.min(counted, limits.countedRows)
  const size = Math.min(place.size, total - place.offset)
  const isMore = counted > total
  if (size <= 0) return { ids: [], total, isMore }
  if (counted > sortedUpTo || (filter.words.length === 0 && place.sort === 'studyDate')) {
    const ids = await walked(db, filter, start, { ...place, size })
    if (ids.length === size) return { ids, total, isMore }
  }
  return { ids: await sorted(db, filter, start, { ...place, size }), total, isMore }
}
