import type { ClinicId, PermissionProfileId, UserId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { PermissionProfileTable, UserTable } from '../../db/tables.ts'

/**
 * A user is stored in three tables; these queries keep them consistent. All start from a user in
 * the reach of the caller.
 */
export async function findWithProfile(db: ClinicDb, id: UserId) {
  const user = await db.selectFrom('user').selectAll().where('user.id', '=', id).executeTakeFirst()
  if (!user) return undefined
  const profile = await db.unscopedDb
    .selectFrom('permissionProfile')
    .selectAll()
    .where('id', '=', user.permissionProfileId)
    .executeTakeFirstOrThrow()
  return { user, profile }
}

export const findProfileOwner = (db: ClinicDb, id: PermissionProfileId) =>
  db
    .selectFrom('user')
    .select('user.id')
    .where('user.permissionProfileId', '=', id)
    .executeTakeFirst()

export async function insert(
  db: ClinicDb,
  profile: Insertable<PermissionProfileTable>,
  user: Omit<Insertable<UserTable>, 'permissionProfileId'>,
) {
  const { id } = await db.unscopedDb
    .insertInto('permissionProfile')
    .values(profile)
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('user', { ...user, permissionProfileId: id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const update = (db: ClinicDb, id: UserId, change: Updateable<UserTable>) =>
  db.updateTable('user').set(change).where('user.id', '=', id).execute()

export const markDeleted = (db: ClinicDb, id: UserId) => update(db, id, { isDeleted: true })

export const updateProfile = (
  db: ClinicDb,
  id: PermissionProfileId,
  { id: _id, ...change }: Updateable<PermissionProfileTable>,
) => db.unscopedDb.updateTable('permissionProfile').set(change).where('id', '=', id).execute()

export const endSessions = (db: ClinicDb, userId: UserId) =>
  db.unscopedDb.deleteFrom('session').where('userId', '=', userId).execute()

/**
 * Serialises deletions of users of this clinic; a write without a change locks the row on both
 * databases.
 */
export const lockClinic = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .updateTable('clinic')
    .set((expression) => ({ search: expression.ref('clinic.search') }))
    .where('clinic.id', '=', clinicId)
    .execute()

export async function countNotDeleted(db: ClinicDb, clinicId: ClinicId): Promise<number> {
  const found = await db
    .within(clinicId)
    .selectFrom('user')
    .select('user.id')
    .where('user.isDeleted', '=', false)
    .limit(1)
    .execute()
  return found.length
}

export async function findTimeZone(db: ClinicDb, clinicId: ClinicId): Promise<string | undefined> {
  const clinic = await db
    .selectFrom('clinic')
    .select('clinic.timeZone')
    .where('clinic.id', '=', clinicId)
    .executeTakeFirst()
  return clinic?.timeZone
}

export async function countClinics(db: ClinicDb, ids: readonly ClinicId[]): Promise<number> {
  if (ids.length === 0) return 0
  const found = await db
    .selectFrom('clinic')
    .select('clinic.id')
    .where('clinic.id', 'in', [...ids])
    .where('clinic.isDeleted', '=', false)
    .execute()
  return found.length
}

export async function setAssignedClinics(
  db: ClinicDb,
  userId: UserId,
  clinicIds: readonly ClinicId[],
) {
  await db.unscopedDb.deleteFrom('userClinic').where('userId', '=', userId).execute()
  if (clinicIds.length === 0) return
  await db.unscopedDb
    .insertInto('userClinic')
    .values(clinicIds.map((clinicId) => ({ userId, clinicId })))
    .execute()
}
