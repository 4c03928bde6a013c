import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import type { OpenDatabase } from './open.ts'
import { transactThenFlush } from './transact-then-flush.ts'

let folder: string
let database: OpenDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-flush-'))
  database = await openDatabase({ databaseUrl: undefined, dataFolder: folder })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const full = 2
const readSynchronous = async () =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(database.unscopedDb)).rows[0]
    ?.synchronous

const note = (name: string) =>
  transactThenFlush(database.unscopedDb, async (unscopedDb) => {
    await sql`create table if not exists noted (name text)`.execute(unscopedDb)
    await sql`insert into noted values (${name})`.execute(unscopedDb)
    return (
      await sql<{ synchronous: number }>`select * from pragma_synchronous`.execute(unscopedDb)
    ).rows[0]?.synchronous
  })
const listNoted = async () =>
  (await sql<{ name: string }>`select name from noted`.execute(database.unscopedDb)).rows.map(
    ({ name }) => name,
  )

test('only the transaction itself is committed without a flush', async () => {
  expect(await readSynchronous()).toBe(full)
  const [inside, between] = await Promise.all([note('one'), readSynchronous()])
  expect(inside).toBe(1)
  expect(between).toBe(full)
  expect(await readSynchronous()).toBe(full)
  expect(await listNoted()).toEqual(['one'])
})

test('commits are flushed again after a transaction that failed', async () => {
  const failing = transactThenFlush(database.unscopedDb, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readSynchronous()).toBe(full)
})
