import type { ClinicId } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { parseSearchTerms, startsWith, toInsidePrefix } from '../../db/listing/index.ts'
import type { SearchTerm } from '../../db/listing/index.ts'

/**
 * The word table of each kind of record, the fields of the record itself (`own`), and those of
 * related records (`of`).
 */
const subjects = {
  owner: { words: 'ownerWord', id: 'ownerId', own: ['name', 'phone', 'email'], of: ['animal'] },
  patient: { words: 'patientWord', id: 'patientId', own: ['name', 'unnamed', 'id'], of: ['owner'] },
} as const
export type SuggestionSubject = keyof typeof subjects

export interface SuggestionQuery {
  readonly clinicId: ClinicId
  readonly text: string
  readonly limit: number
}

type Condition = Expression<SqlBool>

/** Up to so many matching words, their records are looked up one by one. */
const rareMax = 1000
/** How many records are scanned by name for a common prefix before the scan is given up. */
const scannedMax = 800

const every = (conditions: readonly Condition[]) =>
  sql<SqlBool>`(${conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`1 = 1`})`
const any = (conditions: readonly Condition[]) =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** A search term with the rarest word of each interpretation, and the number of their rows. */
interface WeighedTerm {
  readonly needle: SearchTerm
  readonly words: readonly string[]
  readonly rows: number
}

/**
 * Combines sets, because SQLite executes ranges joined by `or` as a scan of all words of a
 * clinic.
 */
const combineSets = (sets: readonly RawBuilder<unknown>[], how: 'union' | 'intersect') =>
  sql`select ${sql.ref('matched')} from (${sql.join([...sets], sql.raw(` ${how} `))}) as ${sql.ref(how)}`

type Weigh = (
  needle: SearchTerm,
  fields: readonly string[],
  isInside: boolean,
) => Promise<WeighedTerm>

type FindMatches<Id> = (
  terms: readonly SearchTerm[],
  fields: readonly string[],
  besides: readonly Id[],
  count: number,
) => Promise<readonly Id[]>

/** The same term, which may also be found inside of words. */
const searchInside = (term: SearchTerm): SearchTerm => [
  ...term,
  ...term.flatMap((way) => {
    const inside = way.map((word) => toInsidePrefix(word) ?? word)
    return inside.every((word, at) => word === way[at]) ? [] : [inside]
  }),
]

/**
 * The ids of the best suggestions, in order: records that match themselves before records whose
 * related records match, and those before records with the text inside of a word; then by name. Without any text, the records that were registered last.
 *
 * A rare prefix is looked up among the words. The matches of a common one ("s", "gmail") would have
 * to be sorted, so the first records by name are tested instead: few of them suffice.
 */
export async function findSuggestedIds<Id extends number>(
  db: ClinicDb,
  subject: SuggestionSubject,
  { clinicId, text, limit }: SuggestionQuery,
): Promise<readonly Id[]> {
  const { unscopedDb } = db.within(clinicId)
  const { words, id, own, of } = subjects[subject]
  const typed = parseSearchTerms(text)
  const active = sql<SqlBool>`(${sql.ref(`${subject}.clinicId`)} = ${clinicId} and
    ${sql.ref(`${subject}.status`)} = 'Active')`
  const recordId = sql.ref(`${subject}.id`)
  const byName = sql`${sql.ref(`${subject}.search`)}, ${recordId}`
  const idsOf = async (query: RawBuilder<{ readonly id: Id }>) =>
    (await query.execute(unscopedDb)).rows.map((row) => row.id)

  if (typed.length === 0)
    // Ids grow with time, and are indexed.
    return idsOf(sql`select ${recordId} as id from ${sql.table(subject)} where ${active}
      order by ${recordId} desc limit ${limit}`)

  const withWord = (word: string, fields: readonly string[]) =>
    sql`select ${sql.ref(`found.${id}`)} as ${sql.ref('matched')} from ${sql.table(words)} as found
      where ${sql.ref('found.clinicId')} = ${clinicId} and ${startsWith('found.word', word)} and
      ${isOneOf('found.field', fields)}`
  // One index lookup for each record; PostgreSQL turns `exists` into a table of all words.
  const hasWord = (word: string, fields: readonly string[]) =>
    sql<SqlBool>`(select 1 from ${sql.table(words)} as found
      where ${sql.ref(`found.${id}`)} = ${recordId} and ${startsWith('found.word', word)} and
      ${isOneOf('found.field', fields)} limit 1) is not null`
  const matches = (fields: readonly string[], of: readonly SearchTerm[]) =>
    every(
      of.map((needle) => any(needle.map((way) => every(way.map((word) => hasWord(word, fields)))))),
    )

  async function countRows(word: string, fields: readonly string[]): Promise<number> {
    const counted = sql<{ readonly rows: number }>`select count(*) as ${sql.ref('rows')} from
      (${withWord(word, fields)} limit ${rareMax}) as counted`
    return (await counted.execute(unscopedDb)).rows[0]?.rows ?? 0
  }

  /**
   * Counts the rows of each interpretation by its rarest word. An interpretation with thousands of
   * matches is dropped if another one matches: "438 8" is meant as the prefix of a phone number. A
   * search inside of words needs all of them.
   */
  const weigh: Weigh = async (needle, fields, isInside) => {
    const ways = await Promise.all(
      needle.map(async (way) => {
        const counts = await Promise.all(way.map((word) => countRows(word, fields)))
        const rows = Math.min(...counts)
        return { way, rows, word: way[counts.indexOf(rows)] ?? '' }
      }),
    )
    const finding = ways.filter(({ rows }) => rows > 0)
    const exact = finding.filter(({ rows }) => rows < rareMax)
    const kept = exact.length > 0 && !isInside ? exact : finding
    return {
      needle: kept.map(({ way }) => way),
      words: kept.map(({ word }) => word),
      rows: kept.reduce((sum, { rows }) => sum + rows, 0),
    }
  }

  const findMatches: FindMatches<Id> = async (terms, fields, besides, count) => {
    const isNew = sql<SqlBool>`not (${isOneOf(`${subject}.id`, besides)})`
    const all = await Promise.all(terms.map((needle) => weigh(needle, fields, terms !== typed)))
    const needles = all.map(({ needle }) => needle)
    const [rare] = all.toSorted((one, other) => one.rows - other.rows)
    if (!rare || rare.rows === 0) return []
    const fewMatch = rare.rows < rareMax
    if (!fewMatch) {
      const first = await idsOf(sql`select ${recordId} as id from
        (select id, ${sql.ref('search')} from ${sql.table(subject)} where ${active}
          order by ${byName} limit ${scannedMax}) as ${sql.table(subject)}
        where ${isNew} and ${matches(fields, needles)} order by ${byName} limit ${count}`)
      if (first.length === count) return first
    }
    const isFoundByOneWord = rare.needle.every((way) => way.length === 1)
    const others = needles.filter((needle) => needle !== rare.needle || !isFoundByOneWord)
    const sets = needles.map((needle) =>
      combineSets(
        needle.map((way) =>
          combineSets(
            way.map((word) => withWord(word, fields)),
            'intersect',
          ),
        ),
        'union',
      ),
    )
    const driven = fewMatch
      ? combineSets(
          rare.words.map((word) => withWord(word, fields)),
          'union',
        )
      : combineSets(sets, 'intersect')
    // The cross join keeps SQLite from scanning all names in the requested order.
    return idsOf(sql`select ${recordId} as id from
      (select distinct ${sql.ref('matched')} from (${driven}) as driven) as driver
        cross join ${sql.table(subject)}
      where ${recordId} = ${sql.ref('driver.matched')} and ${active} and ${isNew} and
        ${matches(fields, fewMatch ? others : [])}
      order by ${byName} limit ${count}`)
  }

  const found: Id[] = []
  for (const [terms, fields] of [
    [typed, own],
    [typed, [...own, ...of]],
    [typed.map(searchInside), [...own, ...of]],
  ] as const)
    if (found.length < limit)
      found.push(...(await findMatches(terms, fields, found, limit - found.length)))
  return found
}
