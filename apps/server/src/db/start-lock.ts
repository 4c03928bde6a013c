import { sql } from 'kysely'
import type { OpenDatabase } from './open.ts'

/** Any number that nothing else locks. */
const startLock = 4_280_001

/**
 * Runs work of the first start while no other server on the same PostgreSQL does the same. A lock
 * of a transaction also works behind PgBouncer, which shares sessions. The work runs outside of that
 * transaction, so that it commits its own steps.
 */
export async function withStartLock<Result>(
  { unscopedDb, engine }: Pick<OpenDatabase, 'unscopedDb' | 'engine'>,
  work: () => Promise<Result>,
): Promise<Result> {
  // A SQLite database has one server, which locks its folder.
  if (engine === 'sqlite') return work()
  return unscopedDb.transaction().execute(async (locked) => {
    await sql`select pg_advisory_xact_lock(${startLock})`.execute(locked)
    return work()
  })
}
