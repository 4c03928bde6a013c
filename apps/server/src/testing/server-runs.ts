import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { seedDemo } from '../demo/index.ts'
import { quickHash } from './quick-hash.ts'
import { startServer } from './server-process.ts'
import { databaseTemplate, processDatabase } from './test-database.ts'
import type { ProcessDatabase } from './test-database.ts'

type Environment = Readonly<Record<string, string>>

/** What the first start of a server takes a second for. Whoever looks at that, or has a bridge, starts empty. */
const demoTemplate = databaseTemplate((database) =>
  seedDemo({
    ...database,
    clock: () => new Date(),
    log: { info: () => undefined },
    hashPassword: async (password) => quickHash(password),
    bridgePort: 4290,
  }),
)

/**
 * For tests that start and kill servers: a folder and a database, empty or with the demo data, for each
 * test, or for a file whose tests go on where the one before has ended. They are gone after it, and so
 * is every server that still runs.
 */
export function serverRuns(
  per: 'test' | 'file' = 'test',
  content: 'nothing' | 'demo data' = 'nothing',
) {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  let folder = ''
  let database: ProcessDatabase | undefined
  const closing: (() => Promise<unknown>)[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'talus-run-'))
    database = await processDatabase(content === 'nothing' ? undefined : await demoTemplate())
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
    /** Comes before the database goes. */
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
      await currentDatabase().putInto(settings.TALUS_DATA)
      const server = await startServer(settings, through, args)
      closing.push(server.kill)
      return server
    },
  }
}
