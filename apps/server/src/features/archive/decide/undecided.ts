import { refuse } from '@talus/contract'
import type { TrayEntry } from './tray-entries.queries.ts'

/** Refuses with the name of the user who was first. */
export function refuseDecided(found: readonly TrayEntry[]): void {
  const decided = found.find(({ decision }) => decision !== null)
  if (decided) refuse('tray/decided', { values: { name: decided.decidedByName ?? '' } })
}

/** The patient as the file names it. */
export const formatSubject = ({ name, patientId, senderName }: TrayEntry) =>
  [name, patientId].filter(Boolean).join(' ') || senderName
