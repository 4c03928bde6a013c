import type { ClinicId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'

/** For the clinic of a person who is just signing in; everything else goes through a ClinicDb. */
export const findById = (unscopedDb: UnscopedDb, id: ClinicId) =>
  unscopedDb.selectFrom('clinic').selectAll().where('id', '=', id).executeTakeFirst()

export const list = (db: ClinicDb) =>
  db.selectFrom('clinic').selectAll().orderBy('clinic.search').orderBy('clinic.id').execute()

export const find = (db: ClinicDb, id: ClinicId) =>
  db.selectFrom('clinic').selectAll().where('clinic.id', '=', id).executeTakeFirst()

export const listDoctors = (db: ClinicDb) =>
  db
    .selectFrom('doctor')
    .selectAll()
    .where('doctor.isDeleted', '=', false)
    .orderBy('doctor.lastName')
    .orderBy('doctor.id')
    .execute()
