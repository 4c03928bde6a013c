import type { BreedId, OwnerId, PatientId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { PatientTable } from '../../db/tables.ts'

export function list(db: ClinicDb, ownerId?: OwnerId) {
  const patients = db.selectFrom('patient').selectAll().where('patient.status', '=', 'Active')
  return (ownerId === undefined ? patients : patients.where('patient.ownerId', '=', ownerId))
    .orderBy('patient.search')
    .orderBy('patient.id')
    .execute()
}

export const find = (db: ClinicDb, id: PatientId) =>
  db.selectFrom('patient').selectAll().where('patient.id', '=', id).executeTakeFirst()

export const insert = (db: ClinicDb, patient: Insertable<PatientTable>) =>
  db.insertInto('patient', patient).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: PatientId, change: Updateable<PatientTable>) =>
  db.updateTable('patient').set(change).where('patient.id', '=', id).execute()

export type Identifier = 'patientId' | 'accessionCode'

/**
 * Returns the texts that are in use already. Inactive patients count, because studies carry their
 * identifiers.
 */
export async function findTaken(
  db: ClinicDb,
  identifier: Identifier,
  texts: readonly string[],
  exceptId?: PatientId,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('patient')
    .select(['patient.id', `patient.${identifier} as text`])
    .where(`patient.${identifier}`, 'in', [...texts])
    .execute()
  return new Set(rows.filter(({ id }) => id !== exceptId).map(({ text }) => text))
}

/** Breeds are the same for every clinic. */
export const listBreeds = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('breed').selectAll().orderBy('speciesId').orderBy('name').execute()

export const findBreed = (db: ClinicDb, id: BreedId) =>
  db.unscopedDb.selectFrom('breed').selectAll().where('id', '=', id).executeTakeFirst()

export const listStudyIds = async (db: ClinicDb, patientId: PatientId) =>
  (
    await db
      .selectFrom('study')
      .select('study.id')
      .where('study.patientId', '=', patientId)
      .execute()
  ).map(({ id }) => id)
