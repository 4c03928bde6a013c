import { createHash } from 'node:crypto'
import type { Logger } from '@talus/node-kit/logger'
import { PostgresAdapter, RawNode, SelectModifierNode, SelectQueryNode } from 'kysely'
import type { Kysely, KyselyPlugin, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { getRequestId } from '../telemetry/request-context.ts'
import type { Database } from './tables.ts'

/**
 * Marks queries whose plan PostgreSQL should keep. Planning the study list takes three times as long
 * as reading it, and a statement without a name is planned each time.
 */
const mark = '/* named */'

const addMark: KyselyPlugin = {
  transformQuery({ node }) {
    const marked = SelectModifierNode.createWithExpression(RawNode.createWithSql(mark))
    if (SelectQueryNode.is(node))
      return { ...node, endModifiers: [...(node.endModifiers ?? []), marked] }
    if (!RawNode.is(node)) return node
    return RawNode.create(
      [...node.sqlFragments.slice(0, -1), `${node.sqlFragments.at(-1) ?? ''} ${mark}`],
      node.parameters,
    )
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** The same handle, whose queries are named. For queries of few shapes that run often. */
export const withNamedStatements = (unscopedDb: Kysely<Database>): Kysely<Database> =>
  unscopedDb.getExecutor().adapter instanceof PostgresAdapter
    ? unscopedDb.withPlugin(addMark)
    : unscopedDb

/** A query gets a name when it has run this often: filters and page sizes have many shapes. */
const usesBeforeName = 10
/** Every connection of the database server keeps a plan for each name until it is closed. */
const namesMax = 100
const countedMax = 1000
/** Lists of ids have a shape for each length; the plan of a long one is no longer the cost. */
const parametersMax = 128

/** A connection pooler gave the connection to another server process. */
const poolerCodes: ReadonlySet<unknown> = new Set(['26000', '42P05'])
/** A migration has changed the columns of the result. */
const isOutdated = ({ code, message }: pg.DatabaseError) =>
  code === '0A000' && message.includes('cached plan')

const controlStatement = /^(?:begin|start transaction|commit|rollback|savepoint|release)\b/u

/**
 * Adds the ID of the request, so that the log of PostgreSQL and its list of running queries lead to
 * the request. A named statement is left as it is: its text is its plan's key.
 */
function addRequestId(text: string): string {
  const requestId = getRequestId()
  if (requestId === undefined || controlStatement.test(text)) return text
  return `${text} /* request_id=${requestId} */`
}

/** Chooses the names of statements, and executes marked queries with them. */
export function createStatementNames(log: Pick<Logger, 'warn'> | undefined) {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let isOff = false

  function findName(text: string, parameters: readonly unknown[]): string | undefined {
    if (isOff || !text.endsWith(mark) || parameters.length > parametersMax) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= namesMax) return known
    const count = (uses.get(text) ?? 0) + 1
    uses.delete(text)
    uses.set(text, count)
    const [oldest] = uses.keys()
    if (uses.size > countedMax && oldest !== undefined) uses.delete(oldest)
    if (count <= usesBeforeName) return undefined
    uses.delete(text)
    // The same query has the same name on every server: a pooler may mix their connections.
    const name = `talus_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }

  function turnOff(error: pg.DatabaseError): void {
    if (!isOff) log?.warn({ err: error }, 'the connection pooler keeps no named statements')
    isOff = true
  }

  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let isInTransaction = false
    /** Statements whose result has changed since this connection prepared them. */
    const outdated = new Set<string>()

    async function query<Row>(
      text: string,
      parameters: readonly unknown[],
    ): Promise<PostgresQueryResult<Row>> {
      if (/^(?:begin|start transaction)\b/u.test(text)) isInTransaction = true
      else if (text === 'commit' || text === 'rollback') isInTransaction = false
      const run = (name?: string) =>
        client.query<pg.QueryResultRow>({
          text: name === undefined ? addRequestId(text) : text,
          values: [...parameters],
          name,
        }) as unknown as Promise<PostgresQueryResult<Row>>
      // An error within a transaction would end it, so that the query could not be repeated.
      const name = isInTransaction ? undefined : findName(text, parameters)
      if (name === undefined || outdated.has(name)) return run()
      try {
        return await run(name)
      } catch (error) {
        // Neither error comes from a query that was executed.
        if (!(error instanceof pg.DatabaseError)) throw error
        if (poolerCodes.has(error.code)) turnOff(error)
        else if (isOutdated(error)) outdated.add(name)
        else throw error
        return run()
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  /** The same connection is wrapped once: Kysely recognizes it. */
  return (client: pg.PoolClient): PostgresPoolClient => {
    const known = wrapped.get(client) ?? wrap(client)
    wrapped.set(client, known)
    return known
  }
}
