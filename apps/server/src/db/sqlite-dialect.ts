import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect } from 'kysely'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/**
 * Kysely's SQLite dialect expects better-sqlite3's interface. This file adapts node:sqlite to it,
 * and converts values to what PostgreSQL would return: booleans and JSON by the declared type of
 * their column, which node:sqlite reports for RETURNING and subqueries too.
 */
type Convert = (value: unknown) => unknown

const conversions: Readonly<Record<string, Convert>> = {
  boolean: (value) => (value === null ? null : value !== 0),
  json: (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value),
}

function toSqliteValue(parameter: unknown): SQLInputValue {
  if (typeof parameter === 'boolean') return parameter ? 1 : 0
  return (parameter ?? null) as SQLInputValue
}

function convertRow(row: Record<string, unknown>, converters: ReadonlyMap<string, Convert>) {
  for (const [name, convert] of converters) row[name] = convert(row[name])
  return row
}

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync
  readonly #converters: ReadonlyMap<string, Convert>

  constructor(statement: StatementSync) {
    const columns = statement.columns()
    this.#statement = statement
    this.reader = columns.length > 0
    this.#converters = new Map(
      columns.flatMap(({ name, type }) => {
        const convert = conversions[type?.toLowerCase() ?? '']
        return convert ? [[name, convert] as const] : []
      }),
    )
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement
      .all(...parameters.map(toSqliteValue))
      .map((row) => convertRow({ ...row }, this.#converters))
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(toSqliteValue))
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const row of this.#statement.iterate(...parameters.map(toSqliteValue)))
      yield convertRow({ ...row }, this.#converters)
  }
}

const preparedLimit = 500

/** Caches the most recent statements: preparing a small query costs more than running it. */
function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, Statement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) {
        prepared.delete(sql)
        prepared.set(sql, known)
        return known
      }
      const statement = new Statement(database.prepare(sql))
      prepared.set(sql, statement)
      const [oldest] = prepared.keys()
      if (prepared.size > preparedLimit && oldest !== undefined) prepared.delete(oldest)
      return statement
    },
  }
}

/**
 * SQLite can roll back DDL; declaring so makes Kysely run all pending migrations in one
 * transaction.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
}

export function createSqliteDialect(file: string): NodeSqliteDialect {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // FULL: a commit is on the disk before it is acknowledged, also when the power fails.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16000;
  `)
  return new NodeSqliteDialect({ database: withStatementCache(database) })
}
