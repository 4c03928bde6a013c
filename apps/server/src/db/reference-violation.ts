import { sql } from 'kysely'
import type { UnscopedDb } from './open.ts'

/** Whether a row could not be removed because another one refers to it. */
function isReferenceViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return error.message.includes('FOREIGN KEY constraint failed')
}

/**
 * Removes rows within a transaction, unless another row refers to one of them: then none is removed,
 * and the transaction goes on. Returns whether they were removed.
 */
export async function removeUnlessReferred(
  unscopedDb: UnscopedDb,
  remove: () => Promise<void>,
): Promise<boolean> {
  await sql`savepoint "removal"`.execute(unscopedDb)
  try {
    await remove()
  } catch (error) {
    if (!isReferenceViolation(error)) throw error
    await sql`rollback to savepoint "removal"`.execute(unscopedDb)
    return false
  }
  await sql`release savepoint "removal"`.execute(unscopedDb)
  return true
}
