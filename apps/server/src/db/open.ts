import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { indexWhatIsNot } from './listing/index.ts'
import { migrateToLatest } from './migrate.ts'
import type { Engine } from './schema-builder.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Database } from './tables.ts'

/** The whole database, of every clinic. Routes are given a ClinicDb instead. */
export type UnscopedDb = Kysely<Database>

export interface OpenDatabase {
  readonly unscopedDb: UnscopedDb
  readonly engine: Engine
  readonly close: () => Promise<void>
}

const int8 = 20
// Counts and ids stay far below 2^53; pg hands bigint over as text otherwise.
pg.types.setTypeParser(int8, Number)

/**
 * Pages of a list are found by index. The defaults of PostgreSQL are those of turning disks, by which
 * reading a million rows seems cheaper than a few hundred lookups; and compiling a query that takes
 * 20 ms takes longer than that.
 */
const postgresDialect = (pool: pg.Pool) =>
  new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      const settings =
        "set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)"
      await connection.executeQuery(CompiledQuery.raw(`select ${settings}`))
    },
  })

function dialect(databaseUrl: string | undefined, dataFolder: string) {
  if (databaseUrl !== undefined) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 30_000 })
    // An idle connection that the server drops would otherwise end the process.
    pool.on('error', () => undefined)
    return { engine: 'postgres', dialect: postgresDialect(pool) } as const
  }
  mkdirSync(dataFolder, { recursive: true })
  return { engine: 'sqlite', dialect: sqliteDialect(join(dataFolder, 'talus.sqlite')) } as const
}

export async function openDatabase(place: {
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
}): Promise<OpenDatabase> {
  const { engine, dialect: chosen } = dialect(place.databaseUrl, place.dataFolder)
  const unscopedDb = new Kysely<Database>({ dialect: chosen })
  await migrateToLatest(unscopedDb, engine)
  await indexWhatIsNot(unscopedDb)
  return { unscopedDb, engine, close: () => unscopedDb.destroy() }
}
