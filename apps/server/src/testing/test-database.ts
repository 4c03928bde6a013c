import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import { openDatabase } from '../db/open.ts'
import type { OpenDatabase } from '../db/open.ts'
import { onServer, postgresUrl } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How the names of databases begin that are copied by the tests of this run. */
    readonly databaseTemplates: string
  }
}

export const testEngine = process.env['TEST_ENGINE'] ?? 'sqlite'

const sqliteFile = 'talus.sqlite'
const sqliteIn = (dataFolder: string) => openDatabase({ databaseUrl: undefined, dataFolder })
const postgresNamed = (name: string) =>
  openDatabase({ databaseUrl: postgresUrl(name), dataFolder: '' })

interface Template<Content> {
  /** The bytes of a file, or the name of a database that nobody is connected to. */
  readonly source: Uint8Array | string
  readonly content: Content
}

/**
 * A database with something in it, which is made once by each worker and copied for each test:
 * migrations alone take as long as most tests.
 */
export function databaseTemplate<Content>(fill: (database: OpenDatabase) => Promise<Content>) {
  let made: Promise<Template<Content>> | undefined
  return (): Promise<Template<Content>> =>
    (made ??= testEngine === 'postgres' ? postgresTemplate(fill) : sqliteTemplate(fill))
}

async function sqliteTemplate<Content>(
  fill: (database: OpenDatabase) => Promise<Content>,
): Promise<Template<Content>> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-template-'))
  try {
    const database = await sqliteIn(folder)
    const content = await fill(database)
    await database.close()
    return { source: await readFile(join(folder, sqliteFile)), content }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function postgresTemplate<Content>(
  fill: (database: OpenDatabase) => Promise<Content>,
): Promise<Template<Content>> {
  const name = `${inject('databaseTemplates')}_${randomBytes(6).toString('hex')}`
  await onServer(postgresUrl(), `create database ${name}`)
  const database = await postgresNamed(name)
  const content = await fill(database)
  await database.close()
  return { source: name, content }
}

/** A copy, of the engine that this run tests, gone after `close`. */
export async function copyOf({ source }: Template<unknown>): Promise<OpenDatabase> {
  if (typeof source === 'string') {
    const { name, remove } = await createPostgresDatabase(source)
    const database = await postgresNamed(name)
    return closing(database, remove)
  }
  const folder = await mkdtemp(join(tmpdir(), 'talus-test-'))
  await writeFile(join(folder, sqliteFile), source)
  return closing(await sqliteIn(folder), () => rm(folder, { recursive: true, force: true }))
}

const closing = (database: OpenDatabase, remove: () => Promise<unknown>): OpenDatabase => ({
  ...database,
  close: async () => {
    await database.close()
    await remove()
  },
})

const migrated = databaseTemplate(async () => undefined)

/** A fresh, migrated database of the engine that this run tests, gone after `close`. */
export const testDatabase = async (): Promise<OpenDatabase> => copyOf(await migrated())

/** For a server process, which opens its database itself, and migrates it where that is to be done. */
export interface ProcessDatabase {
  readonly environment: Readonly<Record<string, string>>
  /** Before a server is started on this folder. */
  readonly putInto: (dataFolder: string) => Promise<void>
  /** Looks from outside, while a server has the database open. */
  readonly countJobs: (kind: string, dataFolder: string) => Promise<number>
  readonly remove: () => Promise<unknown>
}

export async function processDatabase(template?: Template<unknown>): Promise<ProcessDatabase> {
  const source = template?.source
  if (testEngine !== 'postgres')
    return {
      environment: {},
      putInto: async (dataFolder) => {
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
  const url = postgresUrl(name)
  return {
    environment: { DATABASE_URL: url },
    putInto: async () => undefined,
    countJobs: async (kind) => {
      const rows = await onServer(url, 'select count(*) as count from job where kind = $1', [kind])
      return Number(rows[0]?.['count'])
    },
    remove,
  }
}

async function createPostgresDatabase(template = 'template1') {
  const name = `talus_test_${randomBytes(6).toString('hex')}`
  await onServer(postgresUrl(), `create database ${name} template ${template}`)
  return {
    name,
    remove: () => onServer(postgresUrl(), `drop database ${name} with (force)`),
  }
}
