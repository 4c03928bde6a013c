/** The columns whose values exist already, after a write that failed for that reason. */
export interface UniqueViolation {
  readonly table: string
  readonly columns: readonly string[]
}

/**
 * Thrown by a check before the write: the database would name only the first of several columns.
 */
export class UniqueViolationError extends Error implements UniqueViolation {
  readonly table: string
  readonly columns: readonly string[]

  constructor(table: string, columns: readonly string[]) {
    super(`taken: ${table} ${columns.join(', ')}`)
    this.name = 'UniqueViolationError'
    this.table = table
    this.columns = columns
  }
}

interface DatabaseError {
  readonly message: string
  readonly code?: unknown
  readonly constraint?: unknown
}

const isDatabaseError = (error: unknown): error is DatabaseError => error instanceof Error

export function toUniqueViolation(error: unknown): UniqueViolation | undefined {
  if (error instanceof UniqueViolationError) return error
  if (!isDatabaseError(error)) return undefined
  // PostgreSQL names the index, and our indices carry table and columns in their names.
  if (error.code === '23505' && typeof error.constraint === 'string') {
    const [kind, table, columns] = error.constraint.split(':')
    return kind === 'uq' && table && columns ? { table, columns: columns.split(',') } : undefined
  }
  // SQLite lists the columns: "UNIQUE constraint failed: owner.clinicId, owner.phone".
  const listed = /^UNIQUE constraint failed: (.+)$/u.exec(error.message)?.[1]
  if (!listed) return undefined
  const columns = listed.split(', ').map((name) => name.split('.'))
  return { table: columns[0]?.[0] ?? '', columns: columns.map(([, column]) => column ?? '') }
}
