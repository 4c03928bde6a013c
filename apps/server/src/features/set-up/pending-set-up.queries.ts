import type { UnscopedDb } from '../../db/open.ts'
import type { PendingSetUpTable } from '../../db/set-up-tables.ts'

/** The table has one row at most. */
const id = 1

export const find = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('pendingSetUp').selectAll().where('id', '=', id).executeTakeFirst()

export const hasUsers = async (unscopedDb: UnscopedDb): Promise<boolean> =>
  (await unscopedDb.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

export async function save(unscopedDb: UnscopedDb, row: Omit<PendingSetUpTable, 'id'>) {
  await unscopedDb
    .insertInto('pendingSetUp')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/**
 * Removes the row; false if there was none. A concurrent transaction waits here for the first one,
 * and finds no row after it.
 */
export async function consume(unscopedDb: UnscopedDb): Promise<boolean> {
  const { numDeletedRows } = await unscopedDb
    .deleteFrom('pendingSetUp')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
