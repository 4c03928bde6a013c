import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether a column has one of the values, for raw SQL. PostgreSQL refuses `in ()`. */
export function isOneOf(column: string, values: Iterable<unknown>): RawBuilder<boolean> {
  const list = [...values]
  if (list.length === 0) return sql`1 = 0`
  return sql`${sql.ref(column)} in (${sql.join(list)})`
}
