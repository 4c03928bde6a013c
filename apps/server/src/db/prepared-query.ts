import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely'
import type { Database } from './tables.ts'

type UnscopedDb = Kysely<Database>

/** Stands in a query for a value that is not known when the query is built. */
class Later {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built once and run with other values each time. Only for what is asked for every
 * image that comes in: building a query takes longer than SQLite needs to answer it.
 */
export function preparedQuery<Values extends object, Row>(
  build: (unscopedDb: UnscopedDb, values: Values) => Compilable<Row>,
) {
  // Each engine has its own words; and a row may come with other columns the next time.
  const built = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>()

  function queryFor(unscopedDb: UnscopedDb, names: readonly string[]): CompiledQuery<Row> {
    const { adapter } = unscopedDb.getExecutor()
    const queries = built.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    built.set(adapter, queries)
    const key = names.join()
    const known = queries.get(key)
    if (known) return known
    // Kysely takes any object for a value, and hands it on among the parameters of the query.
    const laters = Object.fromEntries(names.map((name) => [name, new Later(name)]))
    const query = build(unscopedDb, laters as unknown as Values).compile()
    queries.set(key, query)
    return query
  }

  return async (unscopedDb: UnscopedDb, values: Values): Promise<readonly Row[]> => {
    const given = new Map<string, unknown>(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const query = queryFor(unscopedDb, [...given.keys()])
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Later ? given.get(parameter.name) : parameter,
    )
    return (await unscopedDb.executeQuery<Row>({ ...query, parameters })).rows
  }
}
