import { isCaseReach, limits, refuse } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { isSqlite } from '../../db/is-sqlite.ts'
import { selectFiltered } from './audit-filter.queries.ts'
import type { AuditFilter, IdRange } from './audit-filter.queries.ts'

export interface WordSearch {
  readonly filter: AuditFilter
  readonly words: readonly string[]
  readonly range: IdRange
  readonly direction: 'asc' | 'desc'
  /** How many ids the caller needs at least, if there are that many. */
  readonly needed: number
}

/** The ids of the events with these words, in order; `isMore` if not all of them were looked for. */
export interface FoundIds {
  readonly ids: readonly number[]
  readonly total: number
  readonly isMore: boolean
}

const idsMax = limits.countedRows

export async function findIds(db: ClinicDb, search: WordSearch): Promise<FoundIds> {
  if (isSqlite(db.unscopedDb)) return cut(await findInSqlite(db, search))
  return (await findAmongFirst(db, search)) ?? cut(await findByIndex(db, search))
}

const cut = (all: readonly number[], isMore = all.length > idsMax): FoundIds => {
  const ids = all.slice(0, idsMax)
  return { ids, total: ids.length, isMore }
}

/** Marks a filter among the words; see the migration of the index. */
const facet = '\uE0F0'
const quoteForFts = (word: string) => `"${word.replaceAll('"', '""')}"`

/**
 * The FTS5 index of SQLite yields ids in order, and stops at the limit. The clinic, the user and the
 * kind are words of the index as well, so that a common word with a rare kind is found at once.
 */
async function findInSqlite(db: ClinicDb, search: WordSearch): Promise<readonly number[]> {
  const { filter, words, range, direction } = search
  const { userId, action, from, to } = filter
  const { reach } = db
  if (isCaseReach(reach)) refuse('access/forbidden')
  const clinics =
    reach === 'every-clinic'
      ? []
      : [`(${reach.map((id) => quoteForFts(`${facet}c${id}`)).join(' OR ')})`]
  const match = [
    ...words.map((word) => `${quoteForFts(word)}*`),
    ...(userId === undefined ? [] : [quoteForFts(`${facet}u${userId}`)]),
    ...(action === undefined
      ? []
      : [quoteForFts(`${facet}${action.includes('.') ? 'a' : 'k'}${action}`)]),
    ...clinics,
  ].join(' AND ')
  const isTimed = from !== undefined || to !== undefined
  const times = isTimed
    ? sql`cross join "auditEvent" on "auditEvent"."id" = "auditWord".rowid
        and "auditEvent"."at" >= ${from ?? ''} and "auditEvent"."at" < ${to ?? '9'}`
    : sql``
  const { rows } = await sql<{ readonly id: number }>`
    select "auditWord".rowid as id from "auditWord" ${times}
    where "auditWord" match ${match} and "auditWord".rowid between ${range.first} and ${range.last}
    order by "auditWord".rowid ${sql.raw(direction)} limit ${idsMax + 1}`.execute(db.unscopedDb)
  return rows.map(({ id }) => id)
}

const quoteForPostgres = (word: string) =>
  `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`

function selectInPostgres(db: ClinicDb, { filter, words, direction }: WordSearch, range: IdRange) {
  const query = words.map(quoteForPostgres).join(' & ')
  // The expression of the index.
  const vector = sql`array_to_tsvector(array_remove(string_to_array(left("auditEvent"."search", 500), ' '), ''))`
  return selectFiltered(db, filter, range)
    .where(sql<SqlBool>`${vector} @@ ${query}::tsquery`)
    .select('auditEvent.id')
    .orderBy('auditEvent.id', direction)
    .limit(idsMax + 1)
}

/** Events that are read one by one before the index is asked. */
const scanned = 20_000

/**
 * A word that many events have fills a page from the newest ones. GIN yields no order: with the index
 * all events of such a word would have to be sorted.
 */
async function findAmongFirst(db: ClinicDb, search: WordSearch): Promise<FoundIds | undefined> {
  const { range, direction, needed } = search
  const ends = db.unscopedDb.selectFrom('auditEvent').select('id').limit(1)
  const newest = (await ends.orderBy('id', 'desc').executeTakeFirst())?.id ?? 0
  const part =
    direction === 'desc'
      ? { first: Math.max(range.first, Math.min(range.last, newest) - scanned), last: range.last }
      : { first: range.first, last: Math.min(range.last, range.first + scanned) }
  const rows = await selectInPostgres(db, search, part).execute()
  if (rows.length < needed) return undefined
  return cut(
    rows.map(({ id }) => id),
    true,
  )
}

/** Everything but the bitmap of the GIN index is switched off: a scan by id may not end. */
const findByIndex = (db: ClinicDb, search: WordSearch): Promise<readonly number[]> =>
  db.transaction(async (db) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      db.unscopedDb,
    )
    return (await selectInPostgres(db, search, search.range).execute()).map(({ id }) => id)
  })
