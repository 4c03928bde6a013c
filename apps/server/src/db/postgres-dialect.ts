import {
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely'
import type { BinaryOperationNode, OperationNode, PostgresPool } from 'kysely'
import type { MeasureConnection } from './query-metrics.ts'

const isEmptyList = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0

/**
 * PostgreSQL refuses `in ()`, which SQLite accepts. Such a condition has the same value for every
 * row, also for one without a value, and this value is written in its place.
 */
class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const name = OperatorNode.is(operator) ? operator.operator : undefined
    if ((name === 'in' || name === 'not in') && isEmptyList(rightOperand))
      this.append(name === 'in' ? 'false' : 'true')
    else super.visitBinaryOperation(node)
  }
}

class EmptyListDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new EmptyListCompiler()
  }
}

/** PostgreSQL with empty lists, as SQLite has them. */
export const createPostgresDialect = (
  pool: PostgresPool,
  measure?: MeasureConnection,
): PostgresDialect =>
  new EmptyListDialect({ pool, ...(measure && { onCreateConnection: measure }) })
