import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import * as archive from './records.queries.ts'

/** No username that a person can have begins like this. */
const usernameKey = '\u0001dicom'

/**
 * Images that arrive over the network belong to no user. They are recorded under a system user that
 * is deleted from the start and cannot sign in; it is created with the first such image.
 */
export async function getSystemUser(unscopedDb: UnscopedDb, now: Date): Promise<UserId> {
  const known = await archive.findUserByKey(unscopedDb, usernameKey)
  if (known) return known.id
  return unscopedDb.transaction().execute(async (unscopedDb) => {
    const { id: permissionProfileId } = await unscopedDb
      .insertInto('permissionProfile')
      .values({ status: 'Inactive' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await unscopedDb
      .insertInto('user')
      .values({
        username: 'DICOM',
        usernameKey,
        firstName: 'DICOM',
        lastName: '',
        search: '',
        email: '',
        // Not a valid hash: no password matches.
        passwordHash: '',
        tempPassword: null,
        validUntil: null,
        createdOn: now.toISOString(),
        clinicId: null,
        permissionProfileId,
        maxClinicCount: null,
        isDeleted: true,
      })
      .onConflict((conflict) => conflict.column('usernameKey').doNothing())
      .execute()
    const created = await archive.findUserByKey(unscopedDb, usernameKey)
    if (!created) throw new Error('the system user could not be created')
    return created.id
  })
}
