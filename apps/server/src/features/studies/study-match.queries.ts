import { limits } from '@talus/contract'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { startsWith } from '../../db/listing/index.ts'
import type { StudyFilter, WantedWord } from './study-filter.ts'

/** How the studies of a filter are found: what leads to them, and what is tested on the way. */
export interface Start {
  /** Where there are fewer to look at. */
  readonly by: 'words' | 'dates'
  /** The rarest first. */
  readonly words: readonly WantedWord[]
}

export const countedUpTo = limits.countedRows + 1

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

export const isWithin = ({ from, until }: StudyFilter, column: Expression<unknown>) =>
  all([
    ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${column} < ${until}`]),
  ])

const rowsOfWord = (db: ClinicDb, { beginning, fields }: WantedWord) =>
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
  const hasDates = from !== undefined || until !== undefined
  if (words.length === 0) return { by: 'dates', words }
  if (words.length === 1 && !hasDates) return { by: 'words', words }
  const counted: { readonly word: WantedWord; readonly count: number }[] = []
  for (const word of words)
    counted.push({ word, count: await countOf(db, rowsOfWord(db, word).limit(countedUpTo)) })
  const rarest = counted.toSorted((one, other) => one.count - other.count)
  const sorted = rarest.map(({ word }) => word)
  if (!hasDates) return { by: 'words', words: sorted }
  const between = studiesBetween(db, filter).select('study.id').limit(countedUpTo)
  const isFewer = (await countOf(db, between)) < (rarest[0]?.count ?? 0)
  return { by: isFewer ? 'dates' : 'words', words: sorted }
}

/** A patient has a row for each of its words, and a few of them may begin alike. */
const candidateRows = 3 * countedUpTo

/** Every study of the filter, or with `isCut` enough of them to know that there are many. */
export function matches(
  db: ClinicDb,
  filter: StudyFilter,
  { by, words }: Start,
  { column, isCut }: { readonly column: string; readonly isCut: boolean },
) {
  const selected = sql`${sql.ref('study.id')}, ${sql.ref('study.createdOn')}, ${sql.ref(column)} as "key"`
  const [first, ...others] = words
  if (by === 'dates' || !first) {
    const found = studiesBetween(db, filter)
      .where(hasWords('study.patientId', words))
      .select(['study.id', 'study.createdOn', sql.ref(column).as('key')])
    return sql`${isCut ? found.limit(countedUpTo) : found}`
  }
  const rows = rowsOfWord(db, first).where(hasWords('patientWord.patientId', others))
  // SQLite joins in the order of a cross join; the clinic of a study is that of its patient.
  return sql`(
    select ${selected}
    from (
      select distinct "patientId" from ${isCut ? rows.limit(candidateRows) : rows} as "wordRow"
    ) as "candidate"
    cross join "study"
    where ${sql.ref('study.patientId')} = ${sql.ref('candidate.patientId')}
      and ${isWithin(filter, sql.ref('study.createdOn'))}
    ${isCut ? sql`limit ${countedUpTo}` : sql``}
  )`
}
