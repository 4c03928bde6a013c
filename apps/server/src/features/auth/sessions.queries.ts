import type { ClinicId, Instant, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** Sessions are read before any clinic is known, so these queries are unscoped. */
export const insert = (
  unscopedDb: UnscopedDb,
  session: {
    readonly tokenHash: string
    readonly userId: UserId
    readonly createdOn: Instant
    readonly lastUsedOn: Instant
    readonly expiresOn: Instant
    readonly address: string
  },
) => unscopedDb.insertInto('session').values(session).execute()

/** The session with its user, in one query: it runs for every request. */
export const findWithUser = (unscopedDb: UnscopedDb, tokenHash: string) =>
  unscopedDb
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .selectAll('permissionProfile')
    .select([
      'session.createdOn as sessionCreatedOn',
      'session.lastUsedOn',
      'session.expiresOn',
      'user.id as userId',
      'user.username',
      'user.clinicId',
      'user.isDeleted',
      'user.validUntil',
      'clinic.timeZone',
      'clinic.isDeleted as clinicIsDeleted',
    ])
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst()

export type SessionWithUser = NonNullable<Awaited<ReturnType<typeof findWithUser>>>

export const listAssignedClinics = async (
  unscopedDb: UnscopedDb,
  userId: UserId,
): Promise<ClinicId[]> => {
  const rows = await unscopedDb
    .selectFrom('userClinic')
    .innerJoin('clinic', 'clinic.id', 'userClinic.clinicId')
    .select('userClinic.clinicId')
    .where('userId', '=', userId)
    .where('clinic.isDeleted', '=', false)
    .orderBy('userClinic.clinicId')
    .execute()
  return rows.map(({ clinicId }) => clinicId)
}

export const extend = (
  unscopedDb: UnscopedDb,
  tokenHash: string,
  change: { readonly lastUsedOn: Instant; readonly expiresOn: Instant },
) => unscopedDb.updateTable('session').set(change).where('tokenHash', '=', tokenHash).execute()

export const end = (unscopedDb: UnscopedDb, tokenHash: string) =>
  unscopedDb.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()

export const endAllOfUser = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.deleteFrom('session').where('userId', '=', userId).execute()

export const purgeExpired = (unscopedDb: UnscopedDb, now: Instant) =>
  unscopedDb.deleteFrom('session').where('expiresOn', '<', now).execute()
