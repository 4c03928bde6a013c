import { limits } from '@talus/contract'
import type { Instant } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import * as entries from './tray-entries.queries.ts'

const dayMs = 86_400_000

/** The end of the time in which a discarded file can be recovered. */
export const getKeptUntil = (now: Date): Instant =>
  new Date(now.getTime() + limits.trayRetentionDays * dayMs).toISOString()

/** Earlier decisions cannot be undone: the received files were removed. */
export const getUndoableSince = (now: Date): Instant =>
  new Date(now.getTime() - limits.trayRetentionDays * dayMs).toISOString()

export interface RetentionDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
}

/** Removes the files of decided entries whose time is over; the entries stay. */
export async function sweepDiscarded({ unscopedDb, files, clock }: RetentionDeps): Promise<void> {
  for (;;) {
    const expired = await entries.listExpired(unscopedDb, clock().toISOString())
    if (expired.length === 0) return
    for (const { id, filePath } of expired) {
      if (!(await entries.isFileOfImage(unscopedDb, filePath))) await files.remove(filePath)
      await entries.setFileRemoved(unscopedDb, id)
    }
  }
}
