import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@talus/node-kit/logger'
import { Kysely } from 'kysely'
import pg from 'pg'
import { databaseFile } from './database-file.ts'
import { indexOutdatedRecords } from './listing/index.ts'
import { migrateToLatest } from './migrate.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { createQueryMeasure } from './query-metrics.ts'
import type { Engine } from './schema-builder.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import type { Database } from './tables.ts'
import { createWatchedPool } from './watched-pool.ts'
import type { Registry } from '../telemetry/registry.ts'

/** The whole database, of every clinic. Routes get a ClinicDb instead. */
export type UnscopedDb = Kysely<Database>

export interface OpenDatabase {
  readonly unscopedDb: UnscopedDb
  readonly engine: Engine
  readonly close: () => Promise<void>
}

interface OpenOptions {
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  readonly log?: Pick<Logger, 'error' | 'warn'>
  /** Counts queries and their duration, and the use of the pool. */
  readonly registry?: Registry | undefined
}

const int8 = 20
// Counts and ids stay far below 2^53; by default pg returns bigint as text.
pg.types.setTypeParser(int8, Number)

function chooseDialect({ databaseUrl, dataFolder, log, registry }: OpenOptions) {
  const measure = registry && createQueryMeasure(registry)
  if (databaseUrl !== undefined) {
    const pool = createWatchedPool(databaseUrl, log, registry)
    return { engine: 'postgres', dialect: createPostgresDialect(pool, measure) } as const
  }
  mkdirSync(dataFolder, { recursive: true })
  return {
    engine: 'sqlite',
    dialect: createSqliteDialect(join(dataFolder, databaseFile), measure),
  } as const
}

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { engine, dialect } = chooseDialect(options)
  const unscopedDb = new Kysely<Database>({ dialect })
  await migrateToLatest(unscopedDb, engine)
  await indexOutdatedRecords(unscopedDb)
  return { unscopedDb, engine, close: () => unscopedDb.destroy() }
}
