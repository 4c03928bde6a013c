import { refuse } from '@talus/contract'
import type { TrayEntryId } from '@talus/contract'
import { lockClinic, touchClinic } from '../../../db/listing/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { getKeptUntil } from './retention.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'
import { formatSubject, refuseDecided } from './undecided.ts'

/** Discards entries; their files can be recovered until their retention ends. */
export const discardEntries = (
  change: ChangeContext,
  found: readonly TrayEntry[],
  reason: string,
): Promise<void> =>
  change.db.transaction(async (db) => {
    const [first = refuse('record/not-found')] = found
    const { clinicId } = first
    await lockClinic(db.unscopedDb, clinicId)
    const ids = found.map(({ id }) => id)
    refuseDecided(await entries.findEntries(db, ids))
    const now = change.clock()
    for (const id of ids)
      await entries.update(db, id, {
        decision: 'discard',
        decidedOn: now.toISOString(),
        decidedBy: change.actor.id,
        decisionReason: reason,
        keptUntil: getKeptUntil(now),
      })
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'tray.decide',
        entityId: first.id,
        clinicId,
        subject: formatSubject(first),
        before: { reason: first.reason, sender: first.senderName || first.senderKind },
        after: { decision: 'discard', because: reason, images: ids.length },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })

/** Returns discarded entries to the tray, where a user decides again. */
export const recoverEntries = (
  change: ChangeContext,
  entryIds: readonly TrayEntryId[],
): Promise<void> =>
  change.db.transaction(async (db) => {
    const wanted = new Set(entryIds)
    const found = await entries.findEntries(db, [...wanted])
    const [first = refuse('record/not-found')] = found
    const { clinicId } = first
    await lockClinic(db.unscopedDb, clinicId)
    const discarded = await entries.findEntries(db, [...wanted])
    const isRecoverable = (entry: TrayEntry) =>
      entry.decision === 'discard' && !entry.isFileRemoved && entry.clinicId === clinicId
    if (discarded.length < wanted.size || !discarded.every(isRecoverable)) refuse('tray/changed')
    for (const { id } of discarded)
      await entries.update(db, id, {
        decision: null,
        decidedOn: null,
        decidedBy: null,
        decisionReason: '',
        keptUntil: null,
      })
    await recordAuditEvent(
      { ...change, db },
      {
        action: 'tray.recover',
        entityId: first.id,
        clinicId,
        subject: formatSubject(first),
        after: { images: discarded.length },
      },
    )
    await touchClinic(db.unscopedDb, clinicId)
  })
