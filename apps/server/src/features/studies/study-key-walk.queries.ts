import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { StudyFilter } from './study-filter.ts'
import { hasWords, isWithin } from './study-match.queries.ts'

/** Orders of few values, each of which many studies have. */
const keys = {
  species: 'speciesId',
  modality: 'modality',
  deleted: 'isDeleted',
  user: 'userKey',
} as const satisfies Partial<Record<StudySort, string>>
export type FewKeysSort = keyof typeof keys

export const hasFewKeys = (sort: StudySort): sort is FewKeysSort => Object.hasOwn(keys, sort)

interface KeyOrder {
  readonly sort: FewKeysSort
  readonly desc: '0' | '1'
}

/** A clinic where more people than this have made studies is walked as any other order. */
const keysMax = 60

/** Each is the next entry of the index: as many lookups as there are values, not studies. */
async function keysInOrder(db: ClinicDb, { sort, desc }: KeyOrder) {
  const found: unknown[] = []
  const key = sql.ref(`study.${keys[sort]}`)
  while (found.length <= keysMax) {
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
 * The first studies of some days in an order of few values: the days are a range within each value,
 * however far they lie from its newest study. Undefined where that is not the way to go.
 */
export async function walkedByKey(
  db: ClinicDb,
  filter: StudyFilter,
  order: KeyOrder,
  { wanted, rows }: { readonly wanted: number; readonly rows: number },
): Promise<readonly StudyId[] | undefined> {
  const values = await keysInOrder(db, order)
  if (!values) return undefined
  const ids: StudyId[] = []
  for (const value of values) {
    if (ids.length >= wanted) break
    const studies = db
      .selectFrom('study')
      .select(['study.id', 'study.patientId'])
      .where(sql<boolean>`${sql.ref(`study.${keys[order.sort]}`)} = ${value}`)
      .where(isWithin(filter, sql.ref('study.createdOn')))
      .orderBy('study.createdOn', 'desc')
      .orderBy('study.id', 'desc')
      .limit(rows)
    const { rows: found } = await sql<{ readonly id: StudyId }>`
      select ${sql.ref('walked.id')} from ${studies} as "walked"
      where ${hasWords('walked.patientId', filter.words)}
      limit ${wanted - ids.length}`.execute(db.unscopedDb)
    ids.push(...found.map(({ id }) => id))
    // The value may go on behind the rows that were looked at: what follows is not known to be next.
    if (ids.length < wanted && filter.words.length > 0) {
      const looked = await db.unscopedDb
        .selectFrom(studies.as('looked'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (looked.count >= rows) return undefined
    }
  }
  return ids
}
