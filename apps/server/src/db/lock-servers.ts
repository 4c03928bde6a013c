import type { DicomServerId } from '@talus/contract'
import type { UnscopedDb } from './open.ts'

/**
 * Locks a server's part of the queue until the transaction ends; a write that changes nothing locks
 * on both engines. Every change of several rows takes this lock first, which prevents deadlocks.
 */
export const lockServer = (unscopedDb: UnscopedDb, id: DicomServerId) =>
  unscopedDb
    .updateTable('dicomServer')
    .set((eb) => ({ port: eb.ref('port') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function lockServers(
  unscopedDb: UnscopedDb,
  ids: Iterable<DicomServerId>,
): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other))
    await lockServer(unscopedDb, id)
}
