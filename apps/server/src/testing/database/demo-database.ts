import type { Selectable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase } from '../../db/open.ts'
import type { Database } from '../../db/tables.ts'
import { seedDemo } from '../../demo/index.ts'
import { openTestDatabase } from './test-database.ts'

/** A Wednesday afternoon in Toronto. */
export const demoTime = new Date('2026-03-18T19:20:00.000Z')
export const createTorontoFormat = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...parts })

/** The tables that the demo fills. */
export const demoTables = [
  'clinic',
  'user',
  'permissionProfile',
  'userClinic',
  'doctor',
  'owner',
  'patient',
  'study',
  'radCase',
  'dicomServer',
  'emailConfig',
  'bridge',
  'sensor',
  'breed',
] as const satisfies readonly (keyof Database)[]

/**
 * Gives tests databases with or without demo data. Its functions use the current one unless another
 * is passed.
 */
export function setUpDemoDatabase() {
  let database: OpenDatabase
  const opened: OpenDatabase[] = []
  const lines: string[] = []

  async function openFreshDatabase() {
    const opening = await openTestDatabase()
    opened.push(opening)
    return opening
  }
  const closeAll = async () => {
    for (const each of opened.splice(0)) await each.close()
  }

  let salt = 0
  const hashWithSalt = async (password: string) => `${password} salted ${(salt += 1)}`
  const seed = ({ unscopedDb } = database, at = demoTime, hashPassword = hashWithSalt) =>
    seedDemo({
      unscopedDb,
      clock: () => at,
      log: { info: (message) => lines.push(message) },
      hashPassword,
    })

  // Kysely cannot infer the rows of a table whose name is a type parameter.
  const listRows = <Table extends keyof Database>(table: Table, { unscopedDb } = database) =>
    unscopedDb
      .selectFrom(table as 'clinic')
      .selectAll()
      .execute() as unknown as Promise<Selectable<Database[Table]>[]>

  return {
    current: () => database,
    /** The lines of the log. */
    lines,
    openFreshDatabase,
    hashWithSalt,
    seed,
    /** One demo for all tests of a file, which only read it. */
    withSeededDemo: () => {
      beforeAll(async () => {
        database = await openFreshDatabase()
        await seed()
      })
      afterAll(closeAll)
    },
    withEmptyDatabase: () => {
      beforeEach(async () => {
        lines.length = 0
        database = await openFreshDatabase()
      })
      afterEach(closeAll)
    },
    listRows,
    /** All rows without the salted passwords, in an order that does not depend on the engine. */
    readAll: async (of = database) => {
      const tables = await Promise.all(
        demoTables.map(async (table) =>
          (await listRows(table, of))
            .map((row) => JSON.stringify({ ...row, passwordHash: undefined }))
            .toSorted(),
        ),
      )
      return tables.flat()
    },
  }
}
