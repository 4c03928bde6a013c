import { limits } from '@talus/contract'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { startsWith } from '../../db/listing/index.ts'
import type { StudyFilter, WantedWord } from './study-filter.ts'

export interface CountedWord extends WantedWord {
  /** How many rows it has, as far as they were counted. */
  readonly rows: number
}

/** How the studies of a filter are found: what leads to them, and what is tested on the way. */
export interface Start {
  /** Where there are fewer to look at. */
  readonly by: 'words' | 'dates'
  /** The rarest first. */
  readonly words: readonly CountedWord[]
  /** Too many to look at them all for a count. */
  readonly isCommon: boolean
}

export const countedUpTo = limits.countedRows + 1
/** Tests are made on so many rows before a list is told as "more than": what a glance allows. */
const lookedAt = 3000
/** Of a word with fewer rows than this, all patients are listed sooner than thousands are asked. */
const listedUpTo = 15_000

const all = (tests: readonly Expression<unknown>[]) =>
  tests.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(tests, sql` and `)})`

const isOneOf = (column: string, fields: WantedWord['fields']) =>
  sql<SqlBool>`${sql.ref(column)} in (${sql.join([...fields])})`

/** A lookup for each row that is looked at: as a join, the database would list all words first. */
export const hasWords = (patient: string, words: readonly WantedWord[]) =>
  all(
    words.map(
      ({ beginning, fields }) => sql`(
        select 1 from "patientWord" as "has"
        where ${sql.ref('has.patientId')} = ${sql.ref(patient)}
          and ${startsWith('has.word', beginning)} and ${isOneOf('has.field', fields)}
        limit 1
      ) is not null`,
    ),
  )

/**
 * The same for many rows: the patients of a word that is not too common are listed once. As a truth
 * that is tested, not as a condition, or PostgreSQL takes it for a join and lists them for each row.
 */
const areAmong = (db: ClinicDb, patient: string, words: readonly CountedWord[]) =>
  all(
    words.map((word) =>
      word.rows < listedUpTo
        ? sql`(${sql.ref(patient)} in ${rowsOfWord(db, word)}) is true`
        : hasWords(patient, [word]),
    ),
  )

/** Several words, each of which can be listed: what has them all is gathered sooner than walked to. */
export const areAllListed = ({ by, words }: Start) =>
  by === 'words' && words.length > 1 && words.every(({ rows }) => rows < listedUpTo)

export const isWithin = ({ from, until }: StudyFilter, column: Expression<unknown>) =>
  all([
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${column} < ${until}`]),
  ])

export const rowsOfWord = (db: ClinicDb, { beginning, fields }: WantedWord) =>
  db
    .selectFrom('patientWord')
    .select('patientWord.patientId')
    .where(startsWith('patientWord.word', beginning))
    .where(isOneOf('patientWord.field', fields))

const studiesBetween = (db: ClinicDb, filter: StudyFilter) =>
  db.selectFrom('study').where(isWithin(filter, sql.ref('study.createdOn')))

export async function countOf(db: ClinicDb, rows: Expression<unknown>): Promise<number> {
  const { rows: counted } = await sql<{
    readonly count: number
  }>`select count(*) as "count" from ${rows} as "counted"`.execute(db.unscopedDb)
  return counted[0]?.count ?? 0
}

/** Rows of a word cost little to count, and the wrong start costs a hundred times as much. */
export async function bestStart(db: ClinicDb, filter: StudyFilter): Promise<Start> {
  const { words, from, until } = filter
  // Days alone are counted in their index: nothing has to be tested.
  if (words.length === 0) return { by: 'dates', words: [], isCommon: false }
  const counted: CountedWord[] = []
  for (const word of words)
    counted.push({ ...word, rows: await countOf(db, rowsOfWord(db, word).limit(listedUpTo)) })
  const rarest = counted.toSorted((one, other) => one.rows - other.rows)
  const fewest = Math.min(rarest[0]?.rows ?? 0, lookedAt)
  const byWords = { by: 'words', words: rarest, isCommon: fewest === lookedAt } as const
  if (from === undefined && until === undefined) return byWords
  const between = studiesBetween(db, filter).select('study.id').limit(countedUpTo)
  const days = await countOf(db, between)
  return days < fewest || (byWords.isCommon && days < countedUpTo)
    ? { ...byWords, by: 'dates', isCommon: days >= lookedAt }
    : byWords
}

/** Every study of the filter, or with `isCut` those among the first that are looked at. */
export function matches(
  db: ClinicDb,
  filter: StudyFilter,
  { by, words }: Start,
  { column, isCut }: { readonly column: string; readonly isCut: boolean },
) {
  const selected = sql`${sql.ref('study.id')}, ${sql.ref('study.createdOn')}, ${sql.ref(column)} as "key"`
  const [first, ...others] = words
  if (by === 'dates' || !first) {
    const between = studiesBetween(db, filter).selectAll('study')
    return sql`(
      select ${selected} from ${isCut ? between.limit(lookedAt) : between} as "study"
      where ${hasWords('study.patientId', words)}
    )`
  }
  const rows = rowsOfWord(db, first)
  // SQLite joins in the order of a cross join; the clinic of a study is that of its patient.
  return sql`(
    select ${selected}
    from (
      select distinct "patientId" from ${isCut ? rows.limit(lookedAt) : rows} as "wordRow"
      where ${isCut ? hasWords('wordRow.patientId', others) : areAmong(db, 'wordRow.patientId', others)}
    ) as "candidate"
    cross join "study"
    where ${sql.ref('study.patientId')} = ${sql.ref('candidate.patientId')}
      and ${isWithin(filter, sql.ref('study.createdOn'))}
  )`
}
