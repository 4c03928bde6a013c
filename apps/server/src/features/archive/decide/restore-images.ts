import { refuse } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { lockClinic, touchClinic } from '../../../db/listing/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { setImage } from '../records/records.queries.ts'
import { getKeptUntil } from './retention.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'
import { formatSubject, refuseDecided } from './undecided.ts'

/** Shows rejected images again that were received a second time. Returns their study. */
export const restoreImages = (
  change: ChangeContext,
  found: readonly TrayEntry[],
): Promise<StudyId | null> =>
  change.db.transaction(async (db) => {
    const [first = refuse('record/not-found')] = found
    const { clinicId } = first
    await lockClinic(db.unscopedDb, clinicId)
    refuseDecided(
      await entries.findEntries(
        db,
        found.map(({ id }) => id),
      ),
    )
    const now = change.clock()
    for (const { id, recordImageId } of found) {
      const imageId = recordImageId ?? refuse('tray/changed')
      await setImage(db, imageId, { isRejected: false })
      await entries.update(db, id, {
        decision: 'restore',
        imageId,
        decidedOn: now.toISOString(),
        decidedBy: change.actor.id,
        keptUntil: getKeptUntil(now),
      })
      await recordAuditEvent(
        { ...change, db },
        {
          action: 'image.restore',
          entityId: imageId,
          clinicId,
          subject: formatSubject(first),
          after: { sentAgainBy: first.senderName || first.senderKind },
        },
      )
    }
    await touchClinic(db.unscopedDb, clinicId)
    return first.recordStudyId
  })
