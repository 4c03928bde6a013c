import type { ClinicId, Instant, UserId } from '@talus/contract'
import { withNamedStatements } from '../../db/named-statements.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { prepareQuery } from '../../db/prepared-query.ts'

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
    readonly device: string
    readonly mustSetUp: boolean
  },
) => unscopedDb.insertInto('session').values(session).execute()

const selectWithUser = prepareQuery((unscopedDb, { tokenHash }: { readonly tokenHash: string }) =>
  withNamedStatements(unscopedDb)
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .selectAll('permissionProfile')
    .select([
      'session.createdOn as sessionCreatedOn',
      'session.lastUsedOn',
      'session.expiresOn',
      'session.mustSetUp',
      'user.id as userId',
      'user.username',
      'user.clinicId',
      'user.isDeleted',
      'user.validUntil',
      'clinic.timeZone',
      'clinic.isDeleted as clinicIsDeleted',
    ])
    .where('session.tokenHash', '=', tokenHash),
)

/** The session with its user, in one query: it runs for every request. */
export const findWithUser = async (unscopedDb: UnscopedDb, tokenHash: string) =>
  (await selectWithUser(unscopedDb, { tokenHash }))[0]

/** The name by which colleagues know the user of a session, and the clinic of that user. */
export async function findUserOfSession(unscopedDb: UnscopedDb, tokenHash: string) {
  const user = await unscopedDb
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.firstName', 'user.lastName', 'user.username', 'user.clinicId'])
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (!user) return undefined
  const { firstName, lastName, username, clinicId } = user
  return { name: [firstName, lastName].filter(Boolean).join(' ') || username, clinicId }
}

export const findFlags = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .selectAll('permissionProfile')
    .where('user.id', '=', userId)
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

/** The open sessions of a user, the last used first. */
export const listOfUser = (unscopedDb: UnscopedDb, userId: UserId, now: Instant) =>
  unscopedDb
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresOn', '>', now)
    .orderBy('lastUsedOn', 'desc')
    .orderBy('tokenHash')
    .execute()

export const endOthersOfUser = (unscopedDb: UnscopedDb, userId: UserId, ownHash: string) =>
  unscopedDb
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', ownHash)
    .returning(['address', 'createdOn'])
    .execute()

/** Ends what an old password could still complete: reset links, and sign-ins that wait for a code. */
export async function endPending(unscopedDb: UnscopedDb, userId: UserId, now: Instant) {
  await unscopedDb.deleteFrom('signInChallenge').where('userId', '=', userId).execute()
  await unscopedDb
    .updateTable('passwordReset')
    .set({ usedOn: now })
    .where('userId', '=', userId)
    .where('usedOn', 'is', null)
    .execute()
}

/** The second factor is set up: the sessions of the user have all rights. */
export const liftSetUp = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.updateTable('session').set({ mustSetUp: false }).where('userId', '=', userId).execute()

export const purgeExpired = (unscopedDb: UnscopedDb, now: Instant) =>
  unscopedDb.deleteFrom('session').where('expiresOn', '<', now).execute()
