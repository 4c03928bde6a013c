import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { createPostgresDialect } from '../../db/postgres-dialect.ts'
import { createSqliteDialect } from '../../db/sqlite-dialect.ts'
import type { Database } from '../../db/tables.ts'
import { runStatement, getPostgresUrl } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Prefix of the names of this run's template databases. */
    readonly databaseTemplates: string
  }
}

export const testEngine = process.env['TEST_ENGINE'] ?? 'sqlite'

const sqliteFile = 'talus.sqlite'
const openSqlite = (dataFolder: string) => openDatabase({ databaseUrl: undefined, dataFolder })
const openPostgres = (name: string) =>
  openDatabase({ databaseUrl: getPostgresUrl(name), dataFolder: '' })

interface Template<Content> {
  /** The bytes of a SQLite file, or the name of a PostgreSQL database without connections. */
  readonly source: Uint8Array | string
  readonly content: Content
}

/**
 * A database with content that each worker creates once and copies for each test: migrations alone
 * take as long as most tests.
 */
export function createDatabaseTemplate<Content>(
  fill: (database: OpenDatabase) => Promise<Content>,
) {
  let template: Promise<Template<Content>> | undefined
  return (): Promise<Template<Content>> =>
    (template ??=
      testEngine === 'postgres' ? createPostgresTemplate(fill) : createSqliteTemplate(fill))
}

async function createSqliteTemplate<Content>(
  fill: (database: OpenDatabase) => Promise<Content>,
): Promise<Template<Content>> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-template-'))
  try {
    const database = await openSqlite(folder)
    const content = await fill(database)
    await database.close()
    return { source: await readFile(join(folder, sqliteFile)), content }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function createPostgresTemplate<Content>(
  fill: (database: OpenDatabase) => Promise<Content>,
): Promise<Template<Content>> {
  const name = `${inject('databaseTemplates')}_${randomBytes(6).toString('hex')}`
  await runStatement(getPostgresUrl(), `create database ${name}`)
  const database = await openPostgres(name)
  const content = await fill(database)
  await database.close()
  return { source: name, content }
}

/** Opens a copy of a template, on the engine that this run tests; `close` removes it. */
export async function copyTemplate({ source }: Template<unknown>): Promise<OpenDatabase> {
  if (typeof source === 'string') {
    const { name, remove } = await createPostgresDatabase(source)
    const database = await openPostgres(name)
    return removeOnClose(database, remove)
  }
  const folder = await mkdtemp(join(tmpdir(), 'talus-test-'))
  await writeFile(join(folder, sqliteFile), source)
  return removeOnClose(await openSqlite(folder), () => rm(folder, { recursive: true, force: true }))
}

const removeOnClose = (database: OpenDatabase, remove: () => Promise<unknown>): OpenDatabase => ({
  ...database,
  close: async () => {
    await database.close()
    await remove()
  },
})

const migratedTemplate = createDatabaseTemplate(async () => undefined)

/** Opens a fresh, migrated database of the engine that this run tests; `close` removes it. */
export const openTestDatabase = async (): Promise<OpenDatabase> =>
  copyTemplate(await migratedTemplate())

/** Opens an empty database without any table; for tests of migrations. */
export async function openEmptyDatabase(): Promise<OpenDatabase> {
  if (testEngine === 'postgres') {
    const { name, remove } = await createPostgresDatabase(undefined)
    const pool = new pg.Pool({ connectionString: getPostgresUrl(name) })
    // The removal of the database may end a connection that is still closing.
    pool.on('connect', (client) => client.on('error', () => undefined))
    const unscopedDb = new Kysely<Database>({ dialect: createPostgresDialect(pool) })
    const close = () => unscopedDb.destroy()
    return removeOnClose({ unscopedDb, engine: 'postgres', close }, remove)
  }
  const folder = await mkdtemp(join(tmpdir(), 'talus-test-'))
  const unscopedDb = new Kysely<Database>({
    dialect: createSqliteDialect(join(folder, sqliteFile)),
  })
  const close = () => unscopedDb.destroy()
  return removeOnClose({ unscopedDb, engine: 'sqlite', close }, () =>
    rm(folder, { recursive: true, force: true }),
  )
}

/** A database for a server process, which opens and migrates it itself. */
export interface ProcessDatabase {
  readonly environment: Readonly<Record<string, string>>
  /** Copies the template into a data folder; to be called before a server starts on it. */
  readonly copyInto: (dataFolder: string) => Promise<void>
  /** Reads over a separate connection, while a server has the database open. */
  readonly countJobs: (kind: string, dataFolder: string) => Promise<number>
  readonly remove: () => Promise<unknown>
}

export async function createProcessDatabase(
  template?: Template<unknown>,
): Promise<ProcessDatabase> {
  const source = template?.source
  if (testEngine !== 'postgres')
    return {
      environment: {},
      copyInto: async (dataFolder) => {
        const file = join(dataFolder, sqliteFile)
        if (source === undefined || existsSync(file)) return
        await mkdir(dataFolder, { recursive: true })
        await writeFile(file, source)
      },
      countJobs: async (kind, dataFolder) => {
        const database = new DatabaseSync(join(dataFolder, sqliteFile), { readOnly: true })
        const row = database.prepare('select count(*) as count from job where kind = ?').get(kind)
        database.close()
        return Number(row?.['count'])
      },
      remove: async () => undefined,
    }
  const { name, remove } = await createPostgresDatabase(
    typeof source === 'string' ? source : undefined,
  )
  const url = getPostgresUrl(name)
  return {
    environment: { DATABASE_URL: url },
    copyInto: async () => undefined,
    countJobs: async (kind) => {
      const rows = await runStatement(url, 'select count(*) as count from job where kind = $1', [
        kind,
      ])
      return Number(rows[0]?.['count'])
    },
    remove,
  }
}

async function createPostgresDatabase(template = 'template1') {
  const name = `talus_test_${randomBytes(6).toString('hex')}`
  // To copy the files takes less than half the processor time of the default strategy, which writes every
  // page to the log.
  await runStatement(
    getPostgresUrl(),
    `create database ${name} template ${template} strategy file_copy`,
  )
  return {
    name,
    remove: () => runStatement(getPostgresUrl(), `drop database ${name} with (force)`),
  }
}
