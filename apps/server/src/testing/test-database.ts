import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../db/open.ts'
import type { OpenDatabase } from '../db/open.ts'

export const testEngine = process.env['TEST_ENGINE'] ?? 'sqlite'

/** A fresh, migrated database of the engine that this run tests, gone after `close`. */
export async function testDatabase(): Promise<OpenDatabase> {
  return testEngine === 'postgres' ? postgresDatabase() : sqliteDatabase()
}

async function sqliteDatabase(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-test-'))
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder })
  return {
    ...database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function postgresDatabase(): Promise<OpenDatabase> {
  const { url, remove } = await createPostgresDatabase()
  const database = await openDatabase({ databaseUrl: url, dataFolder: '' })
  return {
    ...database,
    close: async () => {
      await database.close()
      await remove()
    },
  }
}

/** For a server process, which opens and migrates its database itself. */
export interface EmptyDatabase {
  readonly environment: Readonly<Record<string, string>>
  /** Looks from outside, while a server has the database open. */
  readonly countJobs: (kind: string, dataFolder: string) => Promise<number>
  readonly remove: () => Promise<unknown>
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  if (testEngine !== 'postgres')
    return {
      environment: {},
      countJobs: async (kind, dataFolder) => {
        const database = new DatabaseSync(join(dataFolder, 'talus.sqlite'), { readOnly: true })
        const row = database.prepare('select count(*) as count from job where kind = ?').get(kind)
        database.close()
        return Number(row?.['count'])
      },
      remove: async () => undefined,
    }
  const { url, remove } = await createPostgresDatabase()
  return {
    environment: { DATABASE_URL: url },
    countJobs: async (kind) => {
      const rows = await onServer(url, 'select count(*) as count from job where kind = $1', [kind])
      return Number(rows[0]?.['count'])
    },
    remove,
  }
}

async function createPostgresDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const name = `talus_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
