import { randomUUID } from 'node:crypto'
import { TrayEntryId } from '@talus/contract'
import type { ClinicId } from '@talus/contract'

const keyPattern = /-tray-(\d+)\.dcm$/u

/**
 * The key of a file that is written for a decision. It names the entry: if the server dies before
 * the transaction of the decision, the file is a leftover, and its content is that of the entry.
 */
export const createDecidedKey = (clinicId: ClinicId, now: Date, entryId: TrayEntryId) =>
  `images/${clinicId}/${now.toISOString().slice(0, 10)}/${randomUUID()}-tray-${entryId}.dcm`

/** The entry for whose decision a file was written; undefined for a file that was received. */
export function findEntryOfKey(key: string): TrayEntryId | undefined {
  const id = keyPattern.exec(key)?.[1]
  return id === undefined ? undefined : TrayEntryId.parse(Number(id))
}
