import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../db/open.ts'
import type { OpenDatabase } from '../db/open.ts'

const engine = process.env['TEST_ENGINE'] ?? 'sqlite'

/** A fresh, migrated database of the engine that this run tests, gone after `close`. */
export async function testDatabase(): Promise<OpenDatabase> {
  return engine === 'postgres' ? postgresDatabase() : sqliteDatabase()
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
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const name = `talus_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataFolder: '' })
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
