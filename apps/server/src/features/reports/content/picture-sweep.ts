import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import { deletePicture, isInDraft, listUnused } from './pictures.queries.ts'

/** A picture that was collected while reading may be used some days later. */
const keptDays = 30
const dayMs = 86_400_000

/** Removes old pictures that neither a draft nor a version of a report mentions. */
export async function sweepReportPictures({
  unscopedDb,
  files,
  clock,
}: {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
}): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * dayMs).toISOString()
  for (const picture of await listUnused(unscopedDb, before)) {
    if (await isInDraft(unscopedDb, picture)) continue
    await deletePicture(unscopedDb, picture.id)
    await files.remove(picture.filePath)
  }
}
