import type { PermissionProfileId, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'

/** Unscoped because no clinic is known before sign-in; later queries use a ClinicDb. */
export const findById = (unscopedDb: UnscopedDb, id: UserId) =>
  unscopedDb.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()

const accounts = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .selectAll('user')
    .select([
      'permissionProfile.status',
      'clinic.timeZone',
      'clinic.isDeleted as clinicIsDeleted',
      'clinic.lang',
      'clinic.name as clinicName',
      'clinic.email as clinicEmail',
    ])

export const findForSignIn = (unscopedDb: UnscopedDb, usernameKey: string) =>
  accounts(unscopedDb).where('usernameKey', '=', usernameKey).executeTakeFirst()

export const findAccount = (unscopedDb: UnscopedDb, id: UserId) =>
  accounts(unscopedDb).where('user.id', '=', id).executeTakeFirst()

/** Locks the row until the transaction ends; a write without a change locks on both databases. */
export const lock = (unscopedDb: UnscopedDb, id: UserId) =>
  unscopedDb
    .updateTable('user')
    .set((expression) => ({ usernameKey: expression.ref('usernameKey') }))
    .where('id', '=', id)
    .execute()

export const setPassword = (unscopedDb: UnscopedDb, id: UserId, passwordHash: string) =>
  unscopedDb
    .updateTable('user')
    .set({ passwordHash, tempPassword: null })
    .where('id', '=', id)
    .execute()

export const list = (db: ClinicDb) =>
  db.selectFrom('user').selectAll().orderBy('user.search').orderBy('user.id').execute()

export const find = (db: ClinicDb, id: UserId) =>
  db.selectFrom('user').selectAll().where('user.id', '=', id).executeTakeFirst()

export const findProfile = (db: ClinicDb, id: PermissionProfileId) =>
  db
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .selectAll('permissionProfile')
    .where('permissionProfile.id', '=', id)
    .executeTakeFirst()

/** The clinics assigned to a user, as far as the caller reaches them. */
export const listAssignedClinics = (db: ClinicDb, id: UserId) =>
  db
    .selectFrom('clinic')
    .innerJoin('userClinic', 'userClinic.clinicId', 'clinic.id')
    .select('clinic.id')
    .where('userClinic.userId', '=', id)
    .orderBy('clinic.id')
    .execute()

export const listRadiologists = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .select(['user.id', 'user.username', 'user.firstName', 'user.lastName'])
    .where('permissionProfile.radiologistCase', '=', true)
    .where('permissionProfile.status', '=', 'Active')
    .where('user.isDeleted', '=', false)
    .orderBy('user.search')
    .execute()
