import { isUndoable, refuse } from '@talus/contract'
import type { Instant, TrayEntryId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import * as entries from '../tray-entries.queries.ts'
import type { TrayEntry } from '../tray-entries.queries.ts'

/** The entries have to be those of one decision, which has not been undone or followed by another. */
export function refuseChanged(found: readonly TrayEntry[], decidedOn: Instant): void {
  const [first] = found
  for (const entry of found) {
    if (entry.decision === null) refuse('tray/undone')
    if (entry.decidedOn !== decidedOn)
      refuse('tray/decided', { values: { name: entry.decidedByName ?? '' } })
    if (!isUndoable(entry.decision)) refuse('tray/not-allowed')
    if (entry.isFileRemoved) refuse('tray/undo-late')
    if (entry.clinicId !== first?.clinicId || entry.decision !== first.decision)
      refuse('tray/not-allowed')
  }
}

export const undecided = {
  decision: null,
  decidedOn: null,
  decidedBy: null,
  decisionReason: '',
  imageId: null,
  content: '',
  keptUntil: null,
} as const

/** The file waits again, as if nothing had been decided. */
export const reopen = (db: ClinicDb, id: TrayEntryId) => entries.update(db, id, undecided)
