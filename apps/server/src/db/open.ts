import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { indexOutdatedRecords } from './listing/index.ts'
import { migrateToLatest } from './migrate.ts'
import type { Engine } from './schema-builder.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import type { Database } from './tables.ts'

/** The whole database, of every clinic. Routes get a ClinicDb instead. */
export type UnscopedDb = Kysely<Database>

export interface OpenDatabase {
  readonly unscopedDb: UnscopedDb
  readonly engine: Engine
  readonly close: () => Promise<void>
}

const int8 = 20
// Counts and ids stay far below 2^53; by default pg returns bigint as text.
pg.types.setTypeParser(int8, Number)

/**
 * Pages of a list are read by index. PostgreSQL's default costs are those of spinning disks, by
 * which reading a million rows seems cheaper than a few hundred lookups. JIT is off, because
 * compiling a query takes longer than the 20 ms that it runs.
 */
const createPostgresDialect = (pool: pg.Pool) =>
  new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      const settings =
        "set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)"
      await connection.executeQuery(CompiledQuery.raw(`select ${settings}`))
    },
  })

function chooseDialect(databaseUrl: string | undefined, dataFolder: string) {
  if (databaseUrl !== undefined) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 30_000 })
    // An idle connection that the server drops would otherwise end the process.
    pool.on('error', () => undefined)
    return { engine: 'postgres', dialect: createPostgresDialect(pool) } as const
  }
  mkdirSync(dataFolder, { recursive: true })
  return {
    engine: 'sqlite',
    dialect: createSqliteDialect(join(dataFolder, 'talus.sqlite')),
  } as const
}

export async function openDatabase(options: {
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
}): Promise<OpenDatabase> {
  const { engine, dialect } = chooseDialect(options.databaseUrl, options.dataFolder)
  const unscopedDb = new Kysely<Database>({ dialect })
  await migrateToLatest(unscopedDb, engine)
  await indexOutdatedRecords(unscopedDb)
  return { unscopedDb, engine, close: () => unscopedDb.destroy() }
}
