import { refuse } from '@talus/contract'
import type { ActiveState, OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { prepareClinicQuery } from '../../db/prepared-clinic-query.ts'

const selectPatientAfterMerge = prepareClinicQuery((db, { id }: { readonly id: PatientId }) =>
  db
    .selectFrom('patient')
    .select(['patient.mergedIntoId', 'patient.status'])
    .where('patient.id', '=', id),
)

interface RemainingRecord {
  readonly id: PatientId
  /** Undefined if there is no such patient. */
  readonly status: ActiveState | undefined
}

/** The patient that remains after merges, and whether it is active. */
export async function findRemainingRecord(db: ClinicDb, id: PatientId): Promise<RemainingRecord> {
  const [found] = await selectPatientAfterMerge(db, { id })
  const next = found?.mergedIntoId ?? null
  return next === null ? { id, status: found?.status } : findRemainingRecord(db, next)
}

/** The patient that remains after merges. */
export const findRemainingPatient = async (db: ClinicDb, id: PatientId): Promise<PatientId> =>
  (await findRemainingRecord(db, id)).id

const selectOwnerAfterMerge = prepareClinicQuery((db, { id }: { readonly id: OwnerId }) =>
  db.selectFrom('owner').select('owner.mergedIntoId').where('owner.id', '=', id),
)

/** The owner that remains after merges. */
export async function findRemainingOwner(db: ClinicDb, id: OwnerId): Promise<OwnerId> {
  const [found] = await selectOwnerAfterMerge(db, { id })
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
