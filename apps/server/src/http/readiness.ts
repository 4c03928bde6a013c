import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'
import { SilentDatabaseError } from '../db/outage.ts'
import type { FileStore } from '../files/index.ts'
import { MissingStorage } from '../files/index.ts'

export interface ReadinessDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: Pick<FileStore, 'check'>
  readonly isDraining: () => boolean
}

/** A supervisor must learn soon that the database does not answer. */
const answerMs = 2500
/** Anyone may ask for the health; the storage is asked once in this time. */
const storageCheckMs = 1000

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new SilentDatabaseError()
}

/** Creates the check whether a request can be served now; it rejects with the refusal. */
export function createReadinessCheck({ unscopedDb, files, isDraining }: ReadinessDeps) {
  let checkedAt = -Infinity
  let storage: Promise<void> = Promise.resolve()

  function checkStorage(): Promise<void> {
    if (performance.now() - checkedAt > storageCheckMs) {
      checkedAt = performance.now()
      storage = files.check().catch((error: unknown) => {
        // The bucket was removed while the server runs.
        if (error instanceof MissingStorage) refuse('server/unavailable', { retryAfterSeconds: 5 })
        throw error
      })
      storage.catch(() => undefined)
    }
    return storage
  }

  return async (): Promise<void> => {
    if (isDraining()) refuse('server/unavailable', { retryAfterSeconds: 5 })
    const checks = Promise.all([sql`select 1`.execute(unscopedDb), checkStorage()])
    await Promise.race([checks, failAfter(answerMs)])
  }
}
