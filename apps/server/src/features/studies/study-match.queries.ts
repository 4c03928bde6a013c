import { limits } from '@talus/contract'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { startsWith, toInsidePrefix } from '../../db/listing/index.ts'
import type { SearchWord, StudyFilter, StudyProperty } from './study-filter.ts'

export interface CountedWord extends SearchWord {
  /** The number of its rows, counted up to a limit. */
  readonly rows: number
}

/**
 * The search strategy of a filter: the index that leads to the studies, and the words that are
 * tested on each row.
 */
export interface SearchPlan {
  /** The criterion with fewer rows. */
  readonly by: 'words' | 'dates'
  /** The rarest word first. */
  readonly words: readonly CountedWord[]
  /** Too many rows to test them all for a count. */
  readonly isCommon: boolean
}

export const countedUpTo = limits.countedRows + 1
/** Rows that are tested before a count is given as "more than": this keeps the response fast. */
const testedMax = 3000
/**
 * For a word with fewer rows than this, listing all its patients is faster than testing thousands
 * of rows.
 */
const listedUpTo = 15_000

const joinConditions = (tests: readonly Expression<unknown>[]) =>
  tests.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/** Tests each row with a lookup: as a join, the database would list all words first. */
export const hasWords = (patient: string, words: readonly SearchWord[]) =>
  joinConditions(
    words.map(
      ({ prefix, fields }) =>
        sql`(${sql.join(
          listPrefixes(prefix).map(
            (one) => sql`(
              select 1 from "patientWord" as "has"
              where ${sql.ref('has.patientId')} = ${sql.ref(patient)}
                and ${startsWith('has.word', one)} and ${isOneOf('has.field', fields)}
              limit 1
            ) is not null`,
          ),
          sql` or `,
        )})`,
    ),
  )

/** The beginning of a word, and of the end of one: the text is inside of that word. */
function listPrefixes(typed: string): readonly string[] {
  const inside = toInsidePrefix(typed)
  return inside === undefined ? [typed] : [typed, inside]
}

/**
 * The same test for many rows: the patients of a word that is not too common are listed once. It is
 * written as a comparison with true, because PostgreSQL would turn a plain condition into a join
 * and list them for each row.
 */
const belongsToWords = (db: ClinicDb, patient: string, words: readonly CountedWord[]) =>
  joinConditions(
    words.map((word) =>
      word.rows < listedUpTo
        ? sql`(${sql.ref(patient)} in ${selectWordRows(db, word)}) is true`
        : hasWords(patient, [word]),
    ),
  )

/**
 * With several words that can each be listed, gathering the matches is faster than scanning for
 * them.
 */
export const canListAllWords = ({ by, words }: SearchPlan) =>
  by === 'words' && words.length > 1 && words.every(({ rows }) => rows < listedUpTo)

const hasProperty = (property: StudyProperty, study: string) => {
  const column = `${study}.${property.column}`
  return property.column === 'userKey'
    ? startsWith(column, property.prefix)
    : sql`${sql.ref(column)} = ${property.value}`
}

/** Tests the dates and the properties of a study; `study` is its alias in the query. */
export const isWithin = (
  { from, until, properties = [] }: StudyFilter,
  column: Expression<unknown>,
  study = 'study',
) =>
  joinConditions([
    ...properties.map((property) => hasProperty(property, study)),
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${column} < ${until}`]),
  ])

/** Two ranges are joined by a union: SQLite scans all words of a clinic for an `or`. */
export function selectWordRows(db: ClinicDb, { prefix, fields }: SearchWord) {
  const select = (start: string) =>
    db
      .selectFrom('patientWord')
      .select('patientWord.patientId')
      .where(startsWith('patientWord.word', start))
      .where(isOneOf('patientWord.field', fields))
  const inside = toInsidePrefix(prefix)
  return inside === undefined ? select(prefix) : select(prefix).unionAll(select(inside))
}

const selectStudiesBetween = (db: ClinicDb, filter: StudyFilter) =>
  db.selectFrom('study').where(isWithin(filter, sql.ref('study.createdOn')))

export async function countRows(db: ClinicDb, rows: Expression<unknown>): Promise<number> {
  const { rows: counted } = await sql<{
    readonly count: number
  }>`select count(*) as "count" from ${rows} as "counted"`.execute(db.unscopedDb)
  return counted[0]?.count ?? 0
}

/**
 * Chooses the strategy by counting: counting the rows of a word is cheap, and the wrong strategy
 * costs a hundred times as much.
 */
export async function chooseSearchPlan(db: ClinicDb, filter: StudyFilter): Promise<SearchPlan> {
  const { words, from, until } = filter
  // Dates alone are counted in their index: no row has to be tested.
  if (words.length === 0) return { by: 'dates', words: [], isCommon: false }
  const counted: CountedWord[] = []
  for (const word of words)
    counted.push({ ...word, rows: await countRows(db, selectWordRows(db, word).limit(listedUpTo)) })
  const rarest = counted.toSorted((one, other) => one.rows - other.rows)
  const fewest = Math.min(rarest[0]?.rows ?? 0, testedMax)
  const byWords = { by: 'words', words: rarest, isCommon: fewest === testedMax } as const
  if (from === undefined && until === undefined) return byWords
  const between = selectStudiesBetween(db, filter).select('study.id').limit(countedUpTo)
  const days = await countRows(db, between)
  return days < fewest || (byWords.isCommon && days < countedUpTo)
    ? { ...byWords, by: 'dates', isCommon: days >= testedMax }
    : byWords
}

/**
 * Selects every study of the filter, or with `isCut` those among the first rows that are tested.
 */
export function selectMatches(
  db: ClinicDb,
  filter: StudyFilter,
  { by, words }: SearchPlan,
  { column, isCut }: { readonly column: string; readonly isCut: boolean },
) {
  const selected = sql`${sql.ref('study.id')}, ${sql.ref('study.createdOn')}, ${sql.ref(column)} as "key"`
  const [first, ...others] = words
  if (by === 'dates' || !first) {
    const between = selectStudiesBetween(db, filter).selectAll('study')
    return sql`(
      select ${selected} from ${isCut ? between.limit(testedMax) : between} as "study"
      where ${hasWords('study.patientId', words)}
    )`
  }
  const rows = selectWordRows(db, first)
  // SQLite joins in the order of a cross join; the clinic of a study is that of its patient.
  return sql`(
    select ${selected}
    from (
      select distinct "patientId" from ${isCut ? rows.limit(testedMax) : rows} as "wordRow"
      where ${isCut ? hasWords('wordRow.patientId', others) : belongsToWords(db, 'wordRow.patientId', others)}
    ) as "candidate"
    cross join "study"
    where ${sql.ref('study.patientId')} = ${sql.ref('candidate.patientId')}
      and ${isWithin(filter, sql.ref('study.createdOn'))}
  )`
}
