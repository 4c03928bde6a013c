import { refuse } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** The patient that remains after merges. */
export async function findRemainingPatient(db: ClinicDb, id: PatientId): Promise<PatientId> {
  const found = await db
    .selectFrom('patient')
    .select('patient.mergedIntoId')
    .where('patient.id', '=', id)
    .executeTakeFirst()
  const next = found?.mergedIntoId ?? null
  return next === null ? id : findRemainingPatient(db, next)
}

/** The owner that remains after merges. */
export async function findRemainingOwner(db: ClinicDb, id: OwnerId): Promise<OwnerId> {
  const found = await db
    .selectFrom('owner')
    .select('owner.mergedIntoId')
    .where('owner.id', '=', id)
    .executeTakeFirst()
  const next = found?.mergedIntoId ?? null
  return next === null ? id : findRemainingOwner(db, next)
}

/** Refuses the number of a merged patient, and names the patient that has it now. */
export async function refuseMergedNumber(
  db: ClinicDb,
  name: 'patientId' | 'accessionCode',
  text: string,
): Promise<void> {
  const merged = await db
    .selectFrom('patient')
    .select('patient.id')
    .where(`patient.${name}`, '=', text)
    .where('patient.mergedIntoId', 'is not', null)
    .executeTakeFirst()
  if (!merged) return
  const remaining = await db
    .selectFrom('patient')
    .select(['patient.name', 'patient.patientId as number'])
    .where('patient.id', '=', await findRemainingPatient(db, merged.id))
    .executeTakeFirstOrThrow()
  refuse('reassign/number-merged', { values: remaining, conflicts: [name] })
}
