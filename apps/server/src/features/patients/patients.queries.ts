import type { OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'

export const listOwners = (db: ClinicDb) =>
  db
    .selectFrom('owner')
    .selectAll()
    .where('owner.status', '=', 'Active')
    .orderBy('owner.search')
    .orderBy('owner.id')
    .execute()

export const findOwner = (db: ClinicDb, id: OwnerId) =>
  db.selectFrom('owner').selectAll().where('owner.id', '=', id).executeTakeFirst()

export function listPatients(db: ClinicDb, ownerId?: OwnerId) {
  const patients = db.selectFrom('patient').selectAll().where('patient.status', '=', 'Active')
  return (ownerId === undefined ? patients : patients.where('patient.ownerId', '=', ownerId))
    .orderBy('patient.search')
    .orderBy('patient.id')
    .execute()
}

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db.selectFrom('patient').selectAll().where('patient.id', '=', id).executeTakeFirst()

/** Breeds are the same for every clinic. */
export const listBreeds = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('breed').selectAll().orderBy('speciesId').orderBy('name').execute()
