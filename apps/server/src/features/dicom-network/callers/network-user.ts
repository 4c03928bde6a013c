import type { UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import { getSystemUser } from '../../archive/index.ts'

/** The user that DICOM callers act as; cached. */
export function createNetworkUserLookup(
  unscopedDb: UnscopedDb,
  clock: Clock,
): () => Promise<UserId> {
  let known: Promise<UserId> | undefined
  return () => {
    // A failure is not cached: the database may be available again at the next call.
    known ??= getSystemUser(unscopedDb, clock()).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
