import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import type { DatabaseConnection, Kysely, SqliteDatabase, SqliteStatement } from 'kysely'
import type { MeasureConnection } from './query-metrics.ts'
import type { Database } from './tables.ts'
import { createWalFlusher } from './wal-flusher.ts'
import type { WalFlusher } from './wal-flusher.ts'

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

interface Column {
  readonly name: string
  readonly convert: Convert | undefined
}

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync
  readonly #columns: readonly Column[]

  constructor(statement: StatementSync) {
    this.#columns = statement
      .columns()
      .map(({ name, type }) => ({ name, convert: conversions[type?.toLowerCase() ?? ''] }))
    this.#statement = statement
    this.reader = this.#columns.length > 0
    // node:sqlite builds objects by looking up each name in the table of all strings, for every row.
    statement.setReturnArrays(true)
  }

  #toRow(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {}
    for (const [at, { name, convert }] of this.#columns.entries())
      row[name] = convert ? convert(values[at]) : values[at]
    return row
  }

  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...parameters.map(toSqliteValue)) as unknown as unknown[][]
    return rows.map((values) => this.#toRow(values))
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(toSqliteValue))
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    const rows = this.#statement.iterate(...parameters.map(toSqliteValue))
    for (const values of rows as unknown as Iterable<unknown[]>) yield this.#toRow(values)
  }
}

const preparedLimit = 500

/** Caches the most recent statements: preparing a small query costs more than running it. */
function withStatementCache(database: DatabaseSync, flusher: WalFlusher): SqliteDatabase {
  const prepared = new Map<string, Statement>()
  return {
    close: () => {
      flusher.close()
      database.close()
    },
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
  readonly database: SqliteDatabase
  readonly flusher: WalFlusher

  constructor(database: SqliteDatabase, flusher: WalFlusher) {
    super()
    this.database = database
    this.flusher = flusher
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * A transaction has the right to write from its beginning. By default SQLite refuses the first write
 * after a read if another process, such as a command of the operator, has written in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #measure: MeasureConnection | undefined
  readonly #database: SqliteDatabase
  readonly #flusher: WalFlusher

  constructor(
    database: SqliteDatabase,
    flusher: WalFlusher,
    onCreateConnection: MeasureConnection | undefined,
  ) {
    super({ database })
    this.#measure = onCreateConnection
    this.#database = database
    this.#flusher = flusher
  }

  override createDriver() {
    const onCreateConnection = this.#measure
    return new ImmediateSqliteDriver({
      database: this.#database,
      ...(onCreateConnection && { onCreateConnection }),
    })
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter(this.#database, this.#flusher)
  }
}

/**
 * Executes a built query of a transaction at once. The transaction has the only connection, so that
 * nothing has to wait; Kysely would pass the query through eight asynchronous functions. Undefined
 * for PostgreSQL and outside of a transaction.
 */
export function executeInTransaction(
  unscopedDb: Kysely<Database>,
  sql: string,
  parameters: readonly unknown[],
): readonly unknown[] | undefined {
  if (!unscopedDb.isTransaction) return undefined
  const { adapter } = unscopedDb.getExecutor()
  if (!(adapter instanceof TransactionalSqliteAdapter)) return undefined
  const statement = adapter.database.prepare(sql)
  if (statement.reader) return statement.all(parameters)
  statement.run(parameters)
  return []
}

/** Undefined for PostgreSQL. */
export function findWalFlusher(unscopedDb: Kysely<Database>): WalFlusher | undefined {
  const { adapter } = unscopedDb.getExecutor()
  return adapter instanceof TransactionalSqliteAdapter ? adapter.flusher : undefined
}

export function createSqliteDialect(file: string, measure?: MeasureConnection): NodeSqliteDialect {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // FULL: a commit is on the disk before it is acknowledged, also when the power fails.
  // The log is moved into the database every 16 MB. With the default of 4 MB that took as long as
  // all commits of received files together: pages that change often were written each time.
  database.exec(`
    pragma journal_mode = wal;
    pragma wal_autocheckpoint = 4000;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -16000;
  `)
  const flusher = createWalFlusher(database, file)
  return new NodeSqliteDialect(withStatementCache(database, flusher), flusher, measure)
}
