import { SqliteAdapter } from 'kysely'
import type { UnscopedDb } from './open.ts'

/** For the few queries that the engines write differently. */
export const isSqlite = (unscopedDb: UnscopedDb): boolean =>
  unscopedDb.getExecutor().adapter instanceof SqliteAdapter
