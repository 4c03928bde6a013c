import { foldText } from '@talus/contract'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

/**
 * A prefix condition as a range, so that an index on the column is used. U+10FFFF is the last
 * character.
 */
export const startsWith = (column: string, prefix: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}\u{10FFFF}`})`

/**
 * Splits the text of a search field into words, the longest first, because it excludes the most.
 */
export const parseSearchWords = (text: string): readonly string[] =>
  [...new Set(foldText(text).split(' ').filter(Boolean))].toSorted((a, b) => b.length - a.length)
