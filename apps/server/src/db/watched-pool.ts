import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@talus/node-kit/logger'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { destroyClient, watchAnswers } from './answer-watch.ts'
import { createStatementNames } from './named-statements.ts'
import { SilentDatabaseError } from './outage.ts'
import { collectPool } from './query-metrics.ts'
import type { Registry } from '../telemetry/registry.ts'

const endMs = 3000

/**
 * Pages of a list are read by index. PostgreSQL's default costs are those of spinning disks, by
 * which reading a million rows seems cheaper than a few hundred lookups. JIT is off, because
 * compiling a query takes longer than the 20 ms that it runs.
 */
const settings =
  "select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)"

/** Creates the pool, and the set of its clients, also of those that are connecting. */
function createPool(connectionString: string) {
  const clients = new Set<pg.Client>()
  class CountedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      clients.add(this)
      this.once('end', () => clients.delete(this))
      // A lost connection in use would otherwise end the process; its query fails anyway.
      this.on('error', () => clients.delete(this))
    }
  }
  const options = {
    connectionString,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // In the hook of the pool, which waits for it and removes a connection whose settings fail.
    onConnect: async (client: pg.ClientBase): Promise<void> => {
      await client.query(settings)
    },
    Client: CountedClient,
  }
  const pool = new pg.Pool(options)
  // An idle connection that the server drops would otherwise end the process.
  pool.on('error', () => undefined)
  return { pool, clients }
}

/**
 * A pool of connections for a database that may fall silent. A limit on the duration of queries
 * would end migrations and exports. Instead all queries fail if the database does not answer another
 * connection either, and new ones fail at once until there is an answer.
 */
export function createWatchedPool(
  connectionString: string,
  log: Pick<Logger, 'error' | 'warn'> | undefined,
  registry?: Registry,
): PostgresPool {
  const { pool, clients } = createPool(connectionString)
  if (registry) collectPool(registry, pool)
  const waiting = new Set<(error: Error) => void>()
  const nameStatements = createStatementNames(log)

  const watch = watchAnswers(connectionString, {
    onSilent: (cause) => {
      log?.error({ err: cause }, 'the database does not answer')
      const error = new SilentDatabaseError(cause)
      for (const reject of waiting) reject(error)
      waiting.clear()
      for (const client of clients) destroyClient(client, error)
      clients.clear()
    },
    onAnswer: () => log?.warn('the database answers again'),
  })
  pool.on('acquire', (client) => watch.beginUse(client))
  pool.on('release', (_error, client) => watch.endUse(client))

  /** Rejects when the database falls silent; a client that arrives afterwards is released. */
  async function connect(): Promise<pg.PoolClient> {
    if (watch.isSilent()) throw new SilentDatabaseError()
    const { promise: silence, reject } = Promise.withResolvers<never>()
    waiting.add(reject)
    watch.beginUse(reject)
    const connecting = pool.connect()
    try {
      return await Promise.race([connecting, silence])
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
      throw error
    } finally {
      waiting.delete(reject)
      watch.endUse(reject)
    }
  }

  return {
    options: pool.options,
    connect: async () => nameStatements(await connect()),
    end: async () => {
      watch.stop()
      // A connection ends when the database says so, and one that was being opened after a minute:
      // a stopped database answers neither.
      const ended = pool.end().then(() => true)
      const inTime = new AbortController()
      const late = sleep(endMs, false, { signal: inTime.signal }).catch(() => true)
      const isEnded = await Promise.race([ended, late])
      inTime.abort()
      if (!isEnded) for (const client of clients) destroyClient(client)
    },
  }
}
