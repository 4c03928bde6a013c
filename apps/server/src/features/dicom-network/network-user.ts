import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { networkSender } from '../archive/index.ts'

/** Under whom stands what callers do; looked up once. */
export function networkUser(unscopedDb: UnscopedDb, clock: () => Date): () => Promise<UserId> {
  let known: Promise<UserId> | undefined
  return () => {
    // Not kept when it fails: the database may be back for the next one.
    known ??= networkSender(unscopedDb, clock()).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
