import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@talus/node-kit/logger'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { SilentDatabaseError } from './outage.ts'

const tickMs = 500
/** A connection in use for this number of ticks is a reason to ask whether the database answers. */
const suspectTicks = 2
/** A question without an answer for this number of ticks, three seconds, means that it does not. */
const silentTicks = 6
const endMs = 3000

/**
 * Pages of a list are read by index. PostgreSQL's default costs are those of spinning disks, by
 * which reading a million rows seems cheaper than a few hundred lookups. JIT is off, because
 * compiling a query takes longer than the 20 ms that it runs.
 */
const settings =
  "select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false)"

/**
 * A pool of connections that notices a database which accepts connections and does not answer. A
 * limit on the duration of queries would end migrations and exports. Instead a further connection
 * asks the database while a query takes long; if it gets no answer, all queries fail, and new ones
 * fail at once until there is an answer.
 *
 * Time is counted in ticks, because a timer of a busy process is late, and may expire before an
 * answer that has long arrived is read.
 */
export function createWatchedPool(
  connectionString: string,
  log: Pick<Logger, 'error' | 'warn'> | undefined,
): PostgresPool {
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
    // In the hook of the pool, which removes a connection whose settings fail.
    onConnect: (client: pg.ClientBase) => client.query(settings),
    Client: CountedClient,
  } satisfies pg.PoolConfig & { readonly Client: unknown }
  const pool = new pg.Pool(options)
  // An idle connection that the server drops would otherwise end the process.
  pool.on('error', () => undefined)

  /** The connections in use or waited for, with the number of ticks since. */
  const uses = new Map<object, number>()
  const waiting = new Set<(error: Error) => void>()
  let isSilent = false
  let probe: { readonly client: pg.Client; ticks: number } | undefined
  let timer: NodeJS.Timeout | undefined

  const destroy = (client: pg.Client, error?: Error) => client.connection.stream.destroy(error)

  function setSilent(cause?: unknown) {
    if (!isSilent) log?.error({ err: cause }, 'the database does not answer')
    isSilent = true
    const error = new SilentDatabaseError(cause)
    for (const reject of waiting) reject(error)
    waiting.clear()
    for (const client of Array.from(clients)) destroy(client, error)
    clients.clear()
  }

  function setAnswering() {
    if (isSilent) log?.warn('the database answers again')
    isSilent = false
  }

  function startProbe() {
    const client = new pg.Client({ connectionString })
    const own = { client, ticks: 0 }
    probe = own
    client.on('error', () => undefined)
    const ask = async () => {
      await client.connect()
      await client.query('select 1')
    }
    void ask()
      .then(
        () => own === probe && setAnswering(),
        (error: unknown) => {
          if (own !== probe) return
          // A database that refuses has answered: it is starting, or has too many connections.
          if (error instanceof pg.DatabaseError) setAnswering()
          else setSilent(error)
        },
      )
      .finally(() => {
        if (own === probe) probe = undefined
        void client.end().catch(() => undefined)
      })
  }

  function giveUpProbe() {
    const client = probe?.client
    probe = undefined
    if (client) destroy(client)
  }

  function tick() {
    for (const [use, ticks] of uses) uses.set(use, ticks + 1)
    if (probe) {
      probe.ticks += 1
      if (probe.ticks < silentTicks) return
      giveUpProbe()
      setSilent()
    }
    const isSuspect = [...uses.values()].some((ticks) => ticks >= suspectTicks)
    if (isSilent || isSuspect) startProbe()
    else if (uses.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function beginUse(use: object) {
    uses.set(use, 0)
    timer ??= setInterval(tick, tickMs).unref()
  }
  pool.on('acquire', (client) => beginUse(client))
  pool.on('release', (_error, client) => uses.delete(client))

  return {
    options: pool.options,
    connect: () => {
      if (isSilent) return Promise.reject(new SilentDatabaseError())
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        beginUse(reject)
        pool
          .connect()
          .then(
            (client) => (waiting.has(reject) ? resolve(client) : client.release()),
            (error: unknown) => reject(error),
          )
          .finally(() => {
            waiting.delete(reject)
            uses.delete(reject)
          })
      })
    },
    end: async () => {
      clearInterval(timer)
      giveUpProbe()
      // A connection ends when the database says so.
      const timeout = new AbortController()
      const late = sleep(endMs, undefined, { signal: timeout.signal }).then(
        () => Array.from(clients).forEach((client) => destroy(client)),
        () => undefined,
      )
      await pool.end()
      timeout.abort()
      await late
    },
  }
}
