import { folded } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'

const escaped = (word: string) => word.replace(/[\\%_]/gu, '\\$&')

/** Every word must stand in one of the columns, which hold folded text. */
export function findWords(search: string, columns: readonly string[]): Expression<SqlBool> {
  const words = folded(search).split(' ').filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  const found = words.map((word) => {
    const places = columns.map(
      (column) => sql`${sql.ref(column)} like ${`%${escaped(word)}%`} escape '\\'`,
    )
    return sql`(${sql.join(places, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(found, sql` and `)})`
}
