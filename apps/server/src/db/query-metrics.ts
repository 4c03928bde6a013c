import { getErrorCode } from '@talus/node-kit/error-code'
import type {
  AbortableOperationOptions,
  CompiledQuery,
  DatabaseConnection,
  QueryResult,
  RootOperationNode,
} from 'kysely'
import { createFamily } from '../telemetry/registry.ts'
import type { Registry } from '../telemetry/registry.ts'
import { isDatabaseOutage } from './outage.ts'
import { toUniqueViolation } from './unique-violation.ts'

const operations: Partial<Record<RootOperationNode['kind'], string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

function classifyError(error: unknown): string {
  if (isDatabaseOutage(error)) return 'outage'
  if (toUniqueViolation(error)) return 'unique'
  // PostgreSQL's codes for a deadlock and for a transaction that must be repeated.
  return ['40P01', '40001'].includes(getErrorCode(error) ?? '') ? 'conflict' : 'other'
}

export type MeasureConnection = (connection: DatabaseConnection) => Promise<void>

/**
 * Returns the function that counts the queries of a new connection. Kysely's own log would wait
 * three times more for each query, which costs more than the cheapest queries do.
 */
export function createQueryMeasure(registry: Registry): MeasureConnection {
  const durations = registry.histogram(
    'talus_database_seconds',
    'Duration of queries, without the wait for a connection.',
    'operation',
  )
  const errors = registry.counter('talus_database_errors_total', 'Queries that failed.', 'kind')
  const observers = new Map<string, (seconds: number) => void>()
  const findObserver = (kind: RootOperationNode['kind']) => {
    const known = observers.get(kind)
    if (known) return known
    const observe = durations.bind([operations[kind] ?? 'other'])
    observers.set(kind, observe)
    return observe
  }
  return async (connection) => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery, options?: AbortableOperationOptions) => {
      const started = performance.now()
      const end = () => findObserver(query.query.kind)((performance.now() - started) / 1000)
      const result = execute(query, options) as Promise<QueryResult<Row>>
      result.then(end, (error: unknown) => {
        end()
        errors.add([classifyError(error)])
      })
      return result
    }
  }
}

interface CountedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** The connections of the pool, and the queries that wait for one. */
export function collectPool(registry: Registry, pool: CountedPool): void {
  registry.collect(() => [
    createFamily(
      'gauge',
      'talus_database_connections',
      'Connections to PostgreSQL by state; `waiting` are requests for one.',
      [
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
        [{ state: 'waiting' }, pool.waitingCount],
      ],
    ),
  ])
}
