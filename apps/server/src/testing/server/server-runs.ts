import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { seedDemo } from '../../demo/index.ts'
import { hashPasswordFast } from '../records/fast-password-hash.ts'
import { startServer } from './server-process.ts'
import { createDatabaseTemplate, createProcessDatabase } from '../database/test-database.ts'
import type { ProcessDatabase } from '../database/test-database.ts'

type Environment = Readonly<Record<string, string>>

/**
 * The demo data, which a first start takes a second to create. Tests of the first start or with a
 * bridge start empty.
 */
const demoTemplate = createDatabaseTemplate((database) =>
  seedDemo({
    ...database,
    clock: () => new Date(),
    log: { info: () => undefined },
    hashPassword: async (password) => hashPasswordFast(password),
  }),
)

/**
 * For tests that start and kill servers: creates a data folder and a database, empty or with the
 * demo data, for each test, or for a whole file whose tests build on each other. Afterwards it
 * removes both and kills every server that still runs.
 */
export function setUpServerRuns(
  per: 'test' | 'file' = 'test',
  content: 'nothing' | 'demo data' = 'nothing',
) {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  let folder = ''
  let database: ProcessDatabase | undefined
  const closing: (() => Promise<unknown>)[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'talus-run-'))
    database = await createProcessDatabase(content === 'nothing' ? undefined : await demoTemplate())
  })
  after(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    await database?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const currentDatabase = () => {
    if (!database) throw new Error('there is a database only while tests run')
    return database
  }
  return {
    folder: () => folder,
    database: currentDatabase,
    /** Registers clean-up work, which runs before the database is removed. */
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    start: async (
      environment: Environment = {},
      through?: readonly string[],
      args?: readonly string[],
    ) => {
      const settings = {
        TALUS_DATA: folder,
        PUBLIC_CALLS_PER_MINUTE: '100000',
        ...currentDatabase().environment,
        ...environment,
      }
      await currentDatabase().copyInto(settings.TALUS_DATA)
      const server = await startServer(settings, through, args)
      closing.push(server.kill)
      return server
    },
  }
}
