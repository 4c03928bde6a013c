import type { ClinicId, Instant, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { listMergedPatients } from '../../db/listing/index.ts'

/** Devices go on sending the patient ID that an animal had before its correction. */
export async function keepFormerNumber(
  db: ClinicDb,
  {
    id: patientDatabaseId,
    clinicId,
    patientId: number,
  }: { readonly id: PatientId; readonly clinicId: ClinicId; readonly patientId: string },
  newNumber: string,
  changedOn: Instant,
): Promise<void> {
  await forgetFormerNumber(db, patientDatabaseId, newNumber)
  await db
    .insertInto('formerNumber', { clinicId, number, patientDatabaseId, changedOn })
    .onConflict((conflict) =>
      conflict.columns(['clinicId', 'number', 'patientDatabaseId']).doUpdateSet({ changedOn }),
    )
    .execute()
}

/** Returns whether the animal had this patient ID before. */
export async function forgetFormerNumber(
  db: ClinicDb,
  id: PatientId,
  number: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('formerNumber')
    .where('formerNumber.patientDatabaseId', '=', id)
    .where('formerNumber.number', '=', number)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const listFormerNumbers = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('formerNumber')
    .select(['formerNumber.number', 'formerNumber.changedOn'])
    .where('formerNumber.patientDatabaseId', '=', id)
    .orderBy('formerNumber.changedOn', 'desc')
    .execute()

/** All patient IDs that mean this animal: its own, those of merged records, and former ones. */
export async function listKnownNumbers(db: ClinicDb, id: PatientId): Promise<ReadonlySet<string>> {
  const merged = await listMergedPatients(db.unscopedDb, id)
  const ids = [id, ...merged.map((record) => record.id)]
  const own = await db
    .selectFrom('patient')
    .select('patient.patientId as number')
    .where('patient.id', 'in', ids)
    .execute()
  const former = await db
    .selectFrom('formerNumber')
    .select('formerNumber.number')
    .where('formerNumber.patientDatabaseId', 'in', ids)
    .execute()
  return new Set([...own, ...former].map(({ number }) => number))
}
