import { foldText } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'

const escapePattern = (word: string) => word.replace(/[\\%_]/gu, '\\$&')

/** A condition that every word is contained in one of the columns, which contain folded text. */
export function findWords(search: string, columns: readonly string[]): Expression<SqlBool> {
  const words = foldText(search).split(' ').filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  const matches = words.map((word) => {
    const conditions = columns.map(
      (column) => sql`${sql.ref(column)} like ${`%${escapePattern(word)}%`} escape '\\'`,
    )
    return sql`(${sql.join(conditions, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(matches, sql` and `)})`
}
