import { refuse } from '@talus/contract'
import type { OwnerId, PatientId, ReassignmentId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import { findRemainingOwner, findRemainingPatient } from '../patients/index.ts'
import * as queries from './reassign.queries.ts'

/**
 * A later merge or move of the same records has to be undone first; the refusal names it, because the
 * user may not know of it.
 */
export async function refuseLater(
  db: ClinicDb,
  id: ReassignmentId,
  records: readonly RecordChange[],
): Promise<void> {
  const columns = new Set(records.flatMap(listColumns))
  await refuseLaterWith(db, id, (record) => listColumns(record).some((name) => columns.has(name)))
}

const listColumns = ({ table, id, after }: RecordChange) =>
  Object.keys(after).map((name) => `${table} ${id} ${name}`)

async function refuseLaterWith(
  db: ClinicDb,
  id: ReassignmentId,
  isReason: (record: RecordChange) => boolean,
): Promise<void> {
  for (const { changes, subject, target } of await queries.listAfter(db, id))
    if (changes.records.some(isReason)) refuse('reassign/later', { values: { subject, target } })
}

/**
 * Refuses changes that give a study or an animal to a record which was merged meanwhile: no list
 * shows that record, and its studies went to the other one. Call it after the changes were written.
 */
export async function refuseMergedSince(
  db: ClinicDb,
  id: ReassignmentId,
  changes: readonly RecordChange[],
): Promise<void> {
  for (const { table, recordId } of changes.flatMap(listReceivers)) {
    const remainingId =
      table === 'patient'
        ? await findRemainingPatient(db, recordId)
        : await findRemainingOwner(db, recordId)
    if (remainingId === recordId) continue
    await refuseLaterWith(
      db,
      id,
      (record) =>
        record.table === table && record.id === recordId && Boolean(record.after.mergedIntoId),
    )
    refuse('reassign/merged')
  }
}

type Receiver =
  | { readonly table: 'patient'; readonly recordId: PatientId }
  | { readonly table: 'owner'; readonly recordId: OwnerId }

function listReceivers({ table, after }: RecordChange): Receiver[] {
  if (table === 'study' && after.patientId) return [{ table: 'patient', recordId: after.patientId }]
  if (table === 'patient' && after.ownerId) return [{ table: 'owner', recordId: after.ownerId }]
  return []
}
