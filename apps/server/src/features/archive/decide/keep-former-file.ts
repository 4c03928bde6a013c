import type { ChangeContext } from '../../audit/index.ts'
import { getKeptUntil } from './retention.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'

type FormerFile = Pick<TrayEntry, 'filePath' | 'sha256' | 'byteLength' | 'sopInstanceUID'> &
  Partial<Pick<TrayEntry, 'studyInstanceUID' | 'groupKey' | 'receivedOn'>>

/** Keeps a file that an image no longer has like a discarded one, so that it can be recovered. */
export async function keepFormerFile(
  { db, actor }: ChangeContext,
  entry: TrayEntry,
  former: FormerFile,
  now: Date,
): Promise<void> {
  const { filePath, sha256, byteLength, sopInstanceUID } = former
  await entries.insert(db, {
    ...entries.toColumns(entry),
    studyInstanceUID: former.studyInstanceUID ?? entry.studyInstanceUID,
    groupKey: former.groupKey ?? entry.groupKey,
    receivedOn: former.receivedOn ?? entry.receivedOn,
    filePath,
    sha256,
    byteLength,
    sopInstanceUID,
    decision: 'discard',
    decidedOn: now.toISOString(),
    decidedBy: actor.id,
    decisionReason: '',
    imageId: null,
    content: '',
    keptUntil: getKeptUntil(now),
  })
}
