import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyFilter } from './study-filter.ts'
import { listNamedValues } from './study-order.ts'
import type { StudyOrder } from './study-order.ts'
import { hasWords, isWithin } from './study-match.queries.ts'

/** Sort orders with few values, each of which many studies share. */
const columns = {
  species: 'speciesId',
  modality: 'modality',
  deleted: 'isDeleted',
  user: 'userKey',
} as const satisfies Partial<Record<StudySort, string>>
export type FewValuesSort = keyof typeof columns

export const hasFewValues = (sort: StudySort): sort is FewValuesSort => Object.hasOwn(columns, sort)

interface ValueOrder extends StudyOrder {
  readonly sort: FewValuesSort
}

/**
 * With more values than this, such as in a clinic with many users, the order is scanned like any
 * other.
 */
const valuesMax = 60

/** Lists the values one by one from the index: as many lookups as there are values, not studies. */
async function listValues(db: ClinicDb, order: ValueOrder) {
  const { sort, desc } = order
  const named = listNamedValues(order)
  if (named) return desc === '1' ? named.toReversed() : named
  const found: unknown[] = []
  const key = sql.ref(`study.${columns[sort]}`)
  while (found.length <= valuesMax) {
    const after = found.at(-1)
    const next = await db
      .selectFrom('study')
      .select(sql`${key}`.as('key'))
      .$if(found.length > 0, (query) =>
        query.where(sql<boolean>`${key} ${desc === '1' ? sql`<` : sql`>`} ${after}`),
      )
      .orderBy(key, desc === '1' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    if (!next) return found
    found.push(next.key)
  }
  return undefined
}

/**
 * Lists the first studies of a date range in an order of few values: within each value the dates
 * are a range of the index, however far they are from its newest study. Resolves with undefined if
 * this strategy does not apply.
 */
export async function listByValue(
  db: ClinicDb,
  filter: StudyFilter,
  order: ValueOrder,
  { wanted, rows }: { readonly wanted: number; readonly rows: number },
): Promise<readonly StudyId[] | undefined> {
  const values = await listValues(db, order)
  if (!values) return undefined
  const ids: StudyId[] = []
  for (const value of values) {
    if (ids.length >= wanted) break
    const studies = db
      .selectFrom('study')
      .select(['study.id', 'study.patientId'])
      .where(sql<boolean>`${sql.ref(`study.${columns[order.sort]}`)} = ${value}`)
      .where(isWithin(filter, sql.ref('study.createdOn')))
      .orderBy('study.createdOn', 'desc')
      .orderBy('study.id', 'desc')
      .limit(rows)
    const { rows: found } = await sql<{ readonly id: StudyId }>`
      select ${sql.ref('scanned.id')} from ${studies} as "scanned"
      where ${hasWords('scanned.patientId', filter.words)}
      limit ${wanted - ids.length}`.execute(db.unscopedDb)
    ids.push(...found.map(({ id }) => id))
    // The value may have more rows than were scanned, so the following values are not known to be
    // next.
    if (ids.length < wanted && filter.words.length > 0) {
      const scanned = await db.unscopedDb
        .selectFrom(studies.as('scanned'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (scanned.count >= rows) return undefined
    }
  }
  return ids
}
