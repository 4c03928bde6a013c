import type { Kysely } from 'kysely'
import { findWalFlusher } from './sqlite-dialect.ts'
import type { Database } from './tables.ts'

type UnscopedDb = Kysely<Database>

/**
 * Runs a transaction and resolves when it is on the disk. On SQLite other requests are served during
 * the flush, and may read what is not on the disk yet; nothing of it is acknowledged to a sender
 * before this resolves. PostgreSQL flushes in a process of its own.
 */
export async function transactThenFlush<Result>(
  unscopedDb: UnscopedDb,
  work: (unscopedDb: UnscopedDb) => Promise<Result>,
): Promise<Result> {
  const flusher = findWalFlusher(unscopedDb)
  if (!flusher) return unscopedDb.transaction().execute(work)
  // On one connection, so that no other statement is committed without a flush.
  const result = await unscopedDb.connection().execute(async (unscopedDb) => {
    flusher.setFlushingCommits(false)
    try {
      return await unscopedDb.transaction().execute(work)
    } finally {
      flusher.setFlushingCommits(true)
    }
  })
  await flusher.flush()
  return result
}
