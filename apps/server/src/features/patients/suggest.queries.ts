import type { ClinicId } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { needlesTyped, startsWith } from '../../db/listing/index.ts'
import type { Needle } from '../../db/listing/index.ts'

/** Whose words are looked through, and which of them say what the record itself is called. */
const subjects = {
  owner: { words: 'ownerWord', id: 'ownerId', own: ['name', 'phone', 'email'], of: ['animal'] },
  patient: { words: 'patientWord', id: 'patientId', own: ['name', 'id'], of: ['owner'] },
} as const
export type Subject = keyof typeof subjects

export interface Wanted {
  readonly clinicId: ClinicId
  readonly text: string
  readonly limit: number
}

type Condition = Expression<SqlBool>

/** Up to so many words that match, the records behind them are looked up one by one. */
const few = 1000
/** How far the records are walked by name for what many match, before that is given up. */
const walked = 800

const every = (conditions: readonly Condition[]) =>
  sql<SqlBool>`(${conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`1 = 1`})`
const any = (conditions: readonly Condition[]) =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** A needle with the rarest word of each way, and how many rows of words these have. */
interface Weighed {
  readonly needle: Needle
  readonly words: readonly string[]
  readonly rows: number
}

/**
 * The ids of the best suggestions, in order: what is called so before what is related to something
 * called so; then by name. Without any text, what was registered last.
 *
 * A beginning that few share is looked up among the words. One that thousands share ("s", "gmail")
 * would have to be sorted; there the first of the list by name are tried instead, since it takes
 * few of them to find enough.
 */
export async function suggestedIds<Id extends number>(
  db: ClinicDb,
  subject: Subject,
  { clinicId, text, limit }: Wanted,
): Promise<readonly Id[]> {
  const { unscopedDb } = db.within(clinicId)
  const { words, id, own, of } = subjects[subject]
  const typed = needlesTyped(text)
  const active = sql<SqlBool>`(${sql.ref(`${subject}.clinicId`)} = ${clinicId} and
    ${sql.ref(`${subject}.status`)} = 'Active')`
  const recordId = sql.ref(`${subject}.id`)
  const byName = sql`${sql.ref(`${subject}.search`)}, ${recordId}`
  const idsOf = async (query: RawBuilder<{ readonly id: Id }>) =>
    (await query.execute(unscopedDb)).rows.map((row) => row.id)

  if (typed.length === 0)
    // Ids grow with time, and an index has them.
    return idsOf(sql`select ${recordId} as id from ${sql.table(subject)} where ${active}
      order by ${recordId} desc limit ${limit}`)

  const isIn = (fields: readonly string[]) =>
    sql<SqlBool>`${sql.ref('found.field')} in (${sql.join([...fields])})`
  const withWord = (word: string, fields: readonly string[]) =>
    sql`select ${sql.ref(`found.${id}`)} as ${sql.ref('matched')} from ${sql.table(words)} as found
      where ${sql.ref('found.clinicId')} = ${clinicId} and ${startsWith('found.word', word)} and
      ${isIn(fields)}`
  /** Sets, because SQLite answers ranges joined by `or` with a walk through all words of a clinic. */
  const combined = (sets: readonly RawBuilder<unknown>[], how: 'union' | 'intersect') =>
    sql`select ${sql.ref('matched')} from (${sql.join([...sets], sql.raw(` ${how} `))}) as ${sql.ref(how)}`
  // One look into an index for each record; from `exists` PostgreSQL makes a table of all words.
  const hasWord = (word: string, fields: readonly string[]) =>
    sql<SqlBool>`(select 1 from ${sql.table(words)} as found
      where ${sql.ref(`found.${id}`)} = ${recordId} and ${startsWith('found.word', word)} and
      ${isIn(fields)} limit 1) is not null`
  const matches = (fields: readonly string[], of: readonly Needle[]) =>
    every(
      of.map((needle) => any(needle.map((way) => every(way.map((word) => hasWord(word, fields)))))),
    )

  async function countOf(word: string, fields: readonly string[]): Promise<number> {
    const counted = sql<{ readonly rows: number }>`select count(*) as ${sql.ref('rows')} from
      (${withWord(word, fields)} limit ${few}) as counted`
    return (await counted.execute(unscopedDb)).rows[0]?.rows ?? 0
  }

  /**
   * Which way of the needle finds how many, by its rarest word. A way that thousands match is left
   * out where another one finds somebody: "438 8" is meant as the beginning of a number.
   */
  async function weighed(needle: Needle, fields: readonly string[]): Promise<Weighed> {
    const ways = await Promise.all(
      needle.map(async (way) => {
        const counts = await Promise.all(way.map((word) => countOf(word, fields)))
        const rows = Math.min(...counts)
        return { way, rows, word: way[counts.indexOf(rows)] ?? '' }
      }),
    )
    const finding = ways.filter(({ rows }) => rows > 0)
    const exact = finding.filter(({ rows }) => rows < few)
    const kept = exact.length > 0 ? exact : finding
    return {
      needle: kept.map(({ way }) => way),
      words: kept.map(({ word }) => word),
      rows: kept.reduce((sum, { rows }) => sum + rows, 0),
    }
  }

  async function found(fields: readonly string[], besides: readonly Id[], count: number) {
    const isNew = every(
      besides.length > 0 ? [sql<SqlBool>`${recordId} not in (${sql.join([...besides])})`] : [],
    )
    const all = await Promise.all(typed.map((needle) => weighed(needle, fields)))
    const needles = all.map(({ needle }) => needle)
    const [rare] = all.toSorted((one, other) => one.rows - other.rows)
    if (!rare || rare.rows === 0) return []
    const fewMatch = rare.rows < few
    if (!fewMatch) {
      const first = await idsOf(sql`select ${recordId} as id from
        (select id, ${sql.ref('search')} from ${sql.table(subject)} where ${active}
          order by ${byName} limit ${walked}) as ${sql.table(subject)}
        where ${isNew} and ${matches(fields, needles)} order by ${byName} limit ${count}`)
      if (first.length === count) return first
    }
    const isFoundByOneWord = rare.needle.every((way) => way.length === 1)
    const others = needles.filter((needle) => needle !== rare.needle || !isFoundByOneWord)
    const sets = needles.map((needle) =>
      combined(
        needle.map((way) =>
          combined(
            way.map((word) => withWord(word, fields)),
            'intersect',
          ),
        ),
        'union',
      ),
    )
    const driven = fewMatch
      ? combined(
          rare.words.map((word) => withWord(word, fields)),
          'union',
        )
      : combined(sets, 'intersect')
    // A cross join keeps SQLite from walking through all names in the order they are wanted in.
    return idsOf(sql`select ${recordId} as id from
      (select distinct ${sql.ref('matched')} from (${driven}) as driven) as driver
        cross join ${sql.table(subject)}
      where ${recordId} = ${sql.ref('driver.matched')} and ${active} and ${isNew} and
        ${matches(fields, fewMatch ? others : [])}
      order by ${byName} limit ${count}`)
  }

  const called = await found(own, [], limit)
  if (called.length === limit) return called
  return [...called, ...(await found([...own, ...of], called, limit - called.length))]
}
