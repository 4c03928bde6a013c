import type { CaseId, UserId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { UnscopedDb } from '../../../db/open.ts'
import type { CaseEventTable, RadCaseTable } from '../../../db/case-tables.ts'

/** The whole row, which only the service reads: it decides who may see what of it. */
export const findCase = (unscopedDb: UnscopedDb, id: CaseId) =>
  unscopedDb.selectFrom('radCase').selectAll().where('id', '=', id).executeTakeFirst()
export type StoredCase = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** Undefined if another request has changed the case since it was read. */
export const updateCase = (
  unscopedDb: UnscopedDb,
  { id, status, version }: Pick<StoredCase, 'id' | 'status' | 'version'>,
  change: Updateable<RadCaseTable>,
) =>
  unscopedDb
    .updateTable('radCase')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Locks the row until the end of the transaction; undefined if the case has changed since. */
export const lockCase = (
  unscopedDb: UnscopedDb,
  { id, status, version }: Pick<StoredCase, 'id' | 'status' | 'version'>,
) =>
  unscopedDb
    .updateTable('radCase')
    .set({ version })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()

export const insertEvent = (unscopedDb: UnscopedDb, event: Insertable<CaseEventTable>) =>
  unscopedDb.insertInto('caseEvent').values(event).execute()

/** Whether the case was assigned to a radiologist, or they acted on it, at any time. */
export const hadCase = async (unscopedDb: UnscopedDb, caseId: CaseId, radiologistId: UserId) =>
  (await unscopedDb
    .selectFrom('caseEvent')
    .select('id')
    .where('caseId', '=', caseId)
    .where((eb) =>
      eb.or([eb('radiologistId', '=', radiologistId), eb('actorId', '=', radiologistId)]),
    )
    .executeTakeFirst()) !== undefined

export async function findUserName(unscopedDb: UnscopedDb, id: UserId | null): Promise<string> {
  if (id === null) return ''
  const user = await unscopedDb
    .selectFrom('user')
    .select(['firstName', 'lastName', 'username'])
    .where('id', '=', id)
    .executeTakeFirst()
  return user ? formatUserName(user) : ''
}

export const formatUserName = (user: {
  readonly firstName: string
  readonly lastName: string
  readonly username: string
}): string => `${user.firstName} ${user.lastName}`.trim() || user.username

/** The radiologist must exist and be active, or the case would wait for a user who never comes. */
export const findRadiologist = (unscopedDb: UnscopedDb, id: UserId) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .select('user.id')
    .where('user.id', '=', id)
    .where('user.isDeleted', '=', false)
    .where('permissionProfile.radiologistCase', '=', true)
    .where('permissionProfile.status', '=', 'Active')
    .executeTakeFirst()
