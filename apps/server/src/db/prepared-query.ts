import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely'
import { executeInTransaction } from './sqlite-dialect.ts'
import type { Database } from './tables.ts'

type UnscopedDb = Kysely<Database>

/** A placeholder for a value that is not known when the query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Builds a query once, to be run with different values. Only for queries that run for every
 * received image: building a query takes longer than SQLite takes to execute it.
 */
export function prepareQuery<Values extends object, Row>(
  build: (unscopedDb: UnscopedDb, values: Values) => Compilable<Row>,
) {
  // The SQL depends on the engine and on the names of the values that are present.
  const cache = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>()

  function getQuery(unscopedDb: UnscopedDb, names: readonly string[]): CompiledQuery<Row> {
    const { adapter } = unscopedDb.getExecutor()
    const queries = cache.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    cache.set(adapter, queries)
    const key = names.join()
    const known = queries.get(key)
    if (known) return known
    // Kysely accepts any object as a value, and passes it on among the parameters of the query.
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
    const query = build(unscopedDb, placeholders as unknown as Values).compile()
    queries.set(key, query)
    return query
  }

  return async (unscopedDb: UnscopedDb, values: Values): Promise<readonly Row[]> => {
    const present = new Map<string, unknown>(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const query = getQuery(unscopedDb, [...present.keys()])
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? present.get(parameter.name) : parameter,
    )
    const rows = executeInTransaction(unscopedDb, query.sql, parameters)
    if (rows) return rows as readonly Row[]
    return (await unscopedDb.executeQuery<Row>({ ...query, parameters })).rows
  }
}
