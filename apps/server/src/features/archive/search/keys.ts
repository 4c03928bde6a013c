import { folded } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { startsWith } from '../../../db/listing/index.ts'

/** Conditions of PS3.4 C.2.2.2, as far as a value can be asked for. */
export type Condition = Expression<SqlBool>

const never = sql<SqlBool>`1 = 0`

/** `1.2\3.4` of C-FIND, `1.2,3.4` of QIDO: one of them. */
export const valuesIn = (value: string) =>
  value
    .split(/[\\,]/u)
    .map((part) => part.trim())
    .filter(Boolean)

/** Undefined where the value asks for everything. */
export function oneOf(column: string, value: string): Condition | undefined {
  const values = valuesIn(value)
  if (values.length === 0 || values.includes('*')) return undefined
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`
}

const hasWildcard = (value: string) => /[*?]/u.test(value)

/** `*` is anything and `?` one character; what means something to LIKE is taken as it stands. */
const likePattern = (value: string) =>
  value
    .replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`)
    .replaceAll('*', '%')
    .replaceAll('?', '_')

/** Text as it stands, with wildcards. */
export function matchesText(column: string, value: string): Condition | undefined {
  const wanted = value.trim()
  if (wanted === '' || /^\*+$/u.test(wanted)) return undefined
  return hasWildcard(wanted)
    ? sql<SqlBool>`${sql.ref(column)} like ${likePattern(wanted)} escape '\\'`
    : sql<SqlBool>`${sql.ref(column)} = ${wanted}`
}

/** The same without regard to capitals and accents, on a column that is kept so. */
export const matchesFolded = (column: string, value: string): Condition | undefined =>
  matchesText(column, folded(value))

export function matchesNumber(column: string, value: string): Condition | undefined {
  const values = valuesIn(value)
  if (values.length === 0 || values.includes('*')) return undefined
  const numbers = values.map(Number).filter((number) => Number.isSafeInteger(number))
  return numbers.length === 0 ? never : sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`
}

const wordsMax = 8

/** The parts of a name that are asked for, folded. */
const wordsOf = (value: string) =>
  (value.split('=', 1)[0] ?? '')
    .split(/[\^\s]+/u)
    .filter((word) => !/^\*?$/u.test(word))
    .slice(0, wordsMax)
    .map(folded)

/** A word, or the beginning of one, in the index of words; undefined where a wildcard hides it. */
function indexedWord(word: string, column: string): Condition | undefined {
  const beginning = word.replace(/\*+$/u, '')
  if (hasWildcard(beginning)) return undefined
  return beginning === word
    ? sql<SqlBool>`${sql.ref(column)} = ${word}`
    : startsWith(column, beginning)
}

/**
 * A name in whatever order its parts are asked for: an animal is looked for by its owner's name, by
 * its own, or by both. Beginnings are found by the index of words; only a wildcard in front of a word
 * needs a look at every name.
 */
export const matchesName = (value: string): readonly Condition[] =>
  wordsOf(value).map((word) => {
    const isThere = indexedWord(word, 'has.word')
    if (!isThere) {
      const pattern = `%${likePattern(word.replace(/^\*+/u, ''))}%`
      return sql<SqlBool>`(patient.search like ${pattern} escape '\\' or owner.search like ${pattern} escape '\\')`
    }
    return sql<SqlBool>`exists (
      select 1 from "patientWord" as "has"
      where ${sql.ref('has.patientId')} = ${sql.ref('patient.id')}
        and ${sql.ref('has.field')} in ('name', 'owner') and ${isThere}
    )`
  })

/** The words of a name that the index of words knows, the longest first: few have them. */
export const indexedWords = (value: string): readonly Condition[] =>
  wordsOf(value)
    .toSorted((one, other) => other.length - one.length)
    .map((word) => indexedWord(word, 'patientWord.word'))
    .filter((test) => test !== undefined)

export const isExact = (value: string) => value.trim() !== '' && !hasWildcard(value)

export interface DayRange {
  readonly from: string | undefined
  readonly to: string | undefined
}

const day = /^(\d{4})-?(\d{2})-?(\d{2})$/u
const asDay = (text: string) => text.trim().replace(day, '$1-$2-$3')
/** The 31st of any month is one, because people end a month so; a 13th month is not. */
const isSomeDay = (text: string | undefined) =>
  text === undefined || !Number.isNaN(Date.parse(asDay(text)))

/** `20260101-20260131`, `20260101-`, `-20260131` or one day; 'nonsense' where it is none of these. */
export function daysIn(value: string): DayRange | 'everything' | 'nonsense' {
  const text = value.trim()
  if (text === '' || text === '*') return 'everything'
  const plain = text.replaceAll(/(\d{4})-(\d{2})-(\d{2})/gu, '$1$2$3')
  const [, first, dash, last] = /^(\d{8})?(-)?(\d{8})?$/u.exec(plain) ?? []
  if (first === undefined && last === undefined) return 'nonsense'
  if (!isSomeDay(first) || !isSomeDay(last)) return 'nonsense'
  const from = first && asDay(first)
  const to = last ? asDay(last) : dash === undefined ? from : undefined
  return { from, to }
}
