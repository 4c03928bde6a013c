import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseOutage, isDiskFull } from './outage.ts'
import { createWalFlusher } from './wal-flusher.ts'

let folder: string
let file: string
let database: DatabaseSync
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-wal-'))
  file = join(folder, 'test.sqlite')
  database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; create table noted (name text)')
})
afterEach(async () => {
  database.close()
  await rm(folder, { recursive: true, force: true })
})

const note = (name: string) => database.prepare('insert into noted values (?)').run(name)
const logBytes = async () => (await stat(`${file}-wal`)).size

/** A disk whose flushes are counted, and fail as often as the test says. */
function createDisk() {
  const disk = {
    flushes: 0,
    failures: 0,
    flush: async () => {
      disk.flushes += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (disk.flushes <= disk.failures)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    },
  }
  return disk
}

test('calls during a flush wait for the next one and share it', async () => {
  const disk = createDisk()
  const flusher = createWalFlusher(database, file, disk.flush)
  note('one')
  const first = flusher.flush()
  note('two')
  const others = [flusher.flush(), flusher.flush(), flusher.flush()]
  await first
  expect(disk.flushes).toBe(1)
  await Promise.all(others)
  expect(disk.flushes).toBe(2)
})

test('after a failed flush the log is moved into the database file', async () => {
  const disk = createDisk()
  disk.failures = 1
  const flusher = createWalFlusher(database, file, disk.flush)
  note('one')
  expect(await logBytes()).toBeGreaterThan(0)
  await flusher.flush()
  expect(await logBytes()).toBe(0)
  note('two')
  await flusher.flush()
  expect(disk.flushes).toBe(2)
})

test('a commit is not acknowledged while it can neither be flushed nor moved', async () => {
  const disk = createDisk()
  disk.failures = 1
  const flusher = createWalFlusher(database, file, disk.flush)
  note('one')
  // A reader keeps the log from being moved.
  const reader = new DatabaseSync(file)
  reader.exec('begin; select * from noted')
  reader.prepare('select * from noted').all()
  note('two')
  const failure: unknown = await flusher.flush().catch((error: unknown) => error)
  // The records exist: the sender tries again, and the file must not be removed.
  expect([isDatabaseOutage(failure), isDiskFull(failure)]).toEqual([true, false])
  await expect(flusher.flush()).rejects.toThrow('was not flushed')
  // Not even by a flush that would succeed: the first bytes may be lost.
  expect(disk.flushes).toBe(1)
  reader.exec('commit')
  reader.close()
  await flusher.flush()
  expect(await logBytes()).toBe(0)
  note('three')
  await flusher.flush()
  expect(disk.flushes).toBe(2)
})

test('a database without a commit needs no flush', async () => {
  const flusher = createWalFlusher(database, join(folder, 'other.sqlite'))
  await expect(flusher.flush()).resolves.toBeUndefined()
})
