import type { Insertable } from 'kysely'
import type { ClinicId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { prepareQuery } from '../../../db/prepared-query.ts'
import type { Database } from '../../../db/tables.ts'

/** The images of one sender and study are audited together. */
export interface ReceiptGroup {
  readonly clinicId: ClinicId
  readonly calling: string
  readonly address: string
  /** Undefined for images that wait in the conflict tray. */
  readonly studyId?: StudyId | undefined
  readonly studyInstanceUID: string
}

const addReceipt = prepareQuery((unscopedDb, receipt: Insertable<Database['pendingReceipt']>) =>
  unscopedDb.insertInto('pendingReceipt').values(receipt),
)
export const insert = (
  db: ClinicDb,
  { studyId, ...receipt }: ReceiptGroup & { readonly sopInstanceUID: string },
) => addReceipt(db.within(receipt.clinicId).unscopedDb, { ...receipt, studyId: studyId ?? null })

/** Removes the pending receipts of a group; returns the UIDs in the order of their arrival. */
export async function take(db: ClinicDb, group: ReceiptGroup): Promise<readonly string[]> {
  const { calling, address, studyId, studyInstanceUID } = group
  const rows = await db
    .deleteFrom('pendingReceipt')
    .where('userId', 'is', null)
    .where('calling', '=', calling)
    .where('address', '=', address)
    .where('studyInstanceUID', '=', studyInstanceUID)
    .where('studyId', studyId === undefined ? 'is' : '=', studyId ?? null)
    .returning(['id', 'sopInstanceUID'])
    .execute()
  return rows.toSorted((one, other) => one.id - other.id).map((row) => row.sopInstanceUID)
}

/** The groups of receipts that a server has not audited yet. */
export async function listGroups(unscopedDb: UnscopedDb): Promise<readonly ReceiptGroup[]> {
  const rows = await unscopedDb
    .selectFrom('pendingReceipt')
    .select(['clinicId', 'calling', 'address', 'studyId', 'studyInstanceUID'])
    .where('userId', 'is', null)
    .distinct()
    .execute()
  return rows.map(({ studyId, ...group }) => ({ ...group, studyId: studyId ?? undefined }))
}
