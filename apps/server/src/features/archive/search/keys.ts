import { foldText } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { isOneOf } from '../../../db/is-one-of.ts'
import { startsWith } from '../../../db/listing/index.ts'

/** The matching conditions of PS3.4 C.2.2.2 that the archive supports. */
export type Condition = Expression<SqlBool>

/** List matching: `1.2\3.4` in C-FIND, `1.2,3.4` in QIDO-RS. */
export const splitValues = (value: string) =>
  value
    .split(/[\\,]/u)
    .map((part) => part.trim())
    .filter(Boolean)

/** Undefined if the value matches everything. */
export function matchesList(column: string, value: string): Condition | undefined {
  const values = splitValues(value)
  if (values.length === 0 || values.includes('*')) return undefined
  return isOneOf(column, values)
}

const hasWildcard = (value: string) => /[*?]/u.test(value)

/** `*` matches anything and `?` one character; the special characters of LIKE are escaped. */
const likePattern = (value: string) =>
  value
    .replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`)
    .replaceAll('*', '%')
    .replaceAll('?', '_')

/** Matches text literally, with wildcards. */
export function matchesText(column: string, value: string): Condition | undefined {
  const wanted = value.trim()
  if (wanted === '' || /^\*+$/u.test(wanted)) return undefined
  return hasWildcard(wanted)
    ? sql<SqlBool>`${sql.ref(column)} like ${likePattern(wanted)} escape '\\'`
    : sql<SqlBool>`${sql.ref(column)} = ${wanted}`
}

/** Matches text without regard to case and accents, on a column that is stored folded. */
export const matchesFolded = (column: string, value: string): Condition | undefined =>
  matchesText(column, foldText(value))

export function matchesNumber(column: string, value: string): Condition | undefined {
  const values = splitValues(value)
  if (values.length === 0 || values.includes('*')) return undefined
  return isOneOf(
    column,
    values.map(Number).filter((number) => Number.isSafeInteger(number)),
  )
}

const wordsMax = 8

const splitWords = (group: string) =>
  group
    .split(/[\^\s]+/u)
    .filter((word) => !/^\*?$/u.test(word))
    .slice(0, wordsMax)
    .map(foldText)

/** The parts of a name to match, folded, for each of its component groups (PS3.5 6.2.1.2). */
const splitGroups = (value: string) =>
  value
    .split('=')
    .slice(0, 3)
    .map(splitWords)
    .filter((words) => words.length > 0)

const joinConditions = (conditions: readonly Condition[], operator: 'and' | 'or') =>
  sql<SqlBool>`(${sql.join(conditions, operator === 'and' ? sql` and ` : sql` or `)})`

/** Matches a word or a word prefix in the index of words; undefined if a wildcard prevents it. */
function indexedWord(word: string, column: string): Condition | undefined {
  const prefix = word.replace(/\*+$/u, '')
  if (hasWildcard(prefix)) return undefined
  return prefix === word ? sql<SqlBool>`${sql.ref(column)} = ${word}` : startsWith(column, prefix)
}

/**
 * Matches a name whose parts are given in any order: a patient is searched by the owner's name, by
 * its own, or by both. The index of words finds prefixes; only a leading wildcard has to scan every
 * name. Of a name in several writings, one has to match: a record may lack the others.
 */
export function matchesName(
  value: string,
  fields: readonly ('name' | 'owner')[],
): readonly Condition[] {
  const groups = splitGroups(value).map((words) =>
    joinConditions(
      words.map((word) => matchesWord(word, fields)),
      'and',
    ),
  )
  return groups.length === 0 ? [] : [joinConditions(groups, 'or')]
}

function matchesWord(word: string, fields: readonly string[]): Condition {
  const pattern = `%${likePattern(word.replace(/^\*+/u, ''))}%`
  const condition =
    indexedWord(word, 'has.word') ??
    sql<SqlBool>`${sql.ref('has.word')} like ${pattern} escape '\\'`
  return sql<SqlBool>`exists (
    select 1 from "patientWord" as "has"
    where ${sql.ref('has.patientId')} = ${sql.ref('patient.id')}
      and ${isOneOf('has.field', fields)} and ${condition}
  )`
}

const toIndexedWords = (words: readonly string[]) =>
  words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => indexedWord(word, 'patientWord.word'))
    .filter((test) => test !== undefined)

/**
 * The words of a name that the index of words can find, the longest first, because it is the most
 * selective. For several writings, the longest of each.
 */
export function toIndexConditions(value: string): readonly Condition[] {
  const groups = splitGroups(value).map(toIndexedWords)
  const longest = groups.flatMap(([first]) => first ?? [])
  if (groups.length <= 1) return groups[0] ?? []
  return longest.length < groups.length ? [] : [joinConditions(longest, 'or')]
}

export const isExact = (value: string) => value.trim() !== '' && !hasWildcard(value)

export interface DayRange {
  readonly from: string | undefined
  readonly to: string | undefined
}

const day = /^(\d{4})-?(\d{2})-?(\d{2})$/u
const toIsoDay = (text: string) => text.trim().replace(day, '$1-$2-$3')
/** Accepts the 31st of any month, because clients end a month so, but no 13th month. */
const isValidDay = (text: string | undefined) =>
  text === undefined || !Number.isNaN(Date.parse(toIsoDay(text)))

/**
 * Parses `20260101-20260131`, `20260101-`, `-20260131` or one day; 'nonsense' for anything else.
 */
export function parseDayRange(value: string): DayRange | 'everything' | 'nonsense' {
  const text = value.trim()
  if (text === '' || text === '*') return 'everything'
  const plain = text.replaceAll(/(\d{4})-(\d{2})-(\d{2})/gu, '$1$2$3')
  const [, first, dash, last] = /^(\d{8})?(-)?(\d{8})?$/u.exec(plain) ?? []
  if (first === undefined && last === undefined) return 'nonsense'
  if (!isValidDay(first) || !isValidDay(last)) return 'nonsense'
  const from = first && toIsoDay(first)
  const to = last ? toIsoDay(last) : dash === undefined ? from : undefined
  return { from, to }
}
