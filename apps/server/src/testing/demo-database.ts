import type { Selectable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase } from '../db/open.ts'
import type { Database } from '../db/tables.ts'
import { seedDemo } from '../demo/index.ts'
import { testDatabase } from './test-database.ts'

/** A Wednesday afternoon in Toronto. */
export const demoTime = new Date('2026-03-18T19:20:00.000Z')
export const toronto = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...parts })

/** Of the databases of a test, the one that is looked at where none is named. */
export function demoDatabase() {
  let database: OpenDatabase
  const opened: OpenDatabase[] = []
  const lines: string[] = []

  async function freshDatabase() {
    const made = await testDatabase()
    opened.push(made)
    return made
  }
  const closeAll = async () => {
    for (const each of opened.splice(0)) await each.close()
  }

  let salt = 0
  const salted = async (password: string) => `${password} salted ${(salt += 1)}`
  const seed = ({ unscopedDb } = database, at = demoTime, hashPassword = salted) =>
    seedDemo({
      unscopedDb,
      clock: () => at,
      log: { info: (message) => lines.push(message) },
      hashPassword,
      bridgePort: 4290,
    })

  return {
    current: () => database,
    /** What the log says. */
    lines,
    freshDatabase,
    salted,
    seed,
    /** What only reads shares one demo. */
    withSeededDemo: () => {
      beforeAll(async () => {
        database = await freshDatabase()
        await seed()
      })
      afterAll(closeAll)
    },
    withEmptyDatabase: () => {
      beforeEach(async () => {
        lines.length = 0
        database = await freshDatabase()
      })
      afterEach(closeAll)
    },
    // Kysely cannot follow a table name that is a type parameter, though the rows are that table's.
    rows: <Table extends keyof Database>(table: Table, { unscopedDb } = database) =>
      unscopedDb
        .selectFrom(table as 'clinic')
        .selectAll()
        .execute() as unknown as Promise<Selectable<Database[Table]>[]>,
  }
}
