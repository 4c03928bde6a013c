import { getErrorCode } from '@talus/node-kit/error-code'
import type { LogEvent, RootOperationNode } from 'kysely'
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

/** Returns Kysely's log function, which is called after each query. */
export function createQueryLog(registry: Registry) {
  const durations = registry.histogram(
    'talus_database_seconds',
    'Duration of queries, without the wait for a connection.',
    'operation',
  )
  const errors = registry.counter('talus_database_errors_total', 'Queries that failed.', 'kind')
  return (event: LogEvent): void => {
    const operation = operations[event.query.query.kind] ?? 'other'
    durations.observe([operation], event.queryDurationMillis / 1000)
    if (event.level === 'error') errors.add([classifyError(event.error)])
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
