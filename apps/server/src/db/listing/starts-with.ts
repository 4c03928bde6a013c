import { folded } from '@talus/contract'
import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

/** A range, so that an index of keys answers it. No character comes after U+10FFFF. */
export const startsWith = (column: string, beginning: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${`${beginning}\u{10FFFF}`})`

/** What was typed, in words to look for; the longest first, because it rules out the most. */
export const wordsTyped = (text: string): readonly string[] =>
  [...new Set(folded(text).split(' ').filter(Boolean))].toSorted((a, b) => b.length - a.length)
