import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'

test('a transaction that has read writes although another process wants to write, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'talus-transactions-'))
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder })
  const other = new DatabaseSync(join(folder, 'talus.sqlite'), { timeout: 0 })
  try {
    await sql`create table noted (name text)`.execute(database.unscopedDb)
    await database.unscopedDb.transaction().execute(async (unscopedDb) => {
      await sql`select * from noted`.execute(unscopedDb)
      expect(() => other.exec("insert into noted values ('other')")).toThrow('database is locked')
      await sql`insert into noted values ('own')`.execute(unscopedDb)
    })
    other.exec("insert into noted values ('other')")
    const { rows } = await sql`select name from noted`.execute(database.unscopedDb)
    expect(rows).toEqual([{ name: 'own' }, { name: 'other' }])
  } finally {
    other.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})
