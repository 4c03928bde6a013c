import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import * as archive from './archive.queries.ts'

/** No name that a person can have begins so. */
const usernameKey = '\u0001dicom'

/**
 * Images that come over the network are nobody's work. They stand under a user of their own that is
 * deleted from the beginning and cannot sign in, made when the first of them comes.
 */
export async function networkSender(unscopedDb: UnscopedDb, now: Date): Promise<UserId> {
  const known = await archive.findUserByKey(unscopedDb, usernameKey)
  if (known) return known.id
  return unscopedDb.transaction().execute(async (transaction) => {
    const { id: permissionProfileId } = await transaction
      .insertInto('permissionProfile')
      .values({ status: 'Inactive' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('user')
      .values({
        username: 'DICOM',
        usernameKey,
        firstName: 'DICOM',
        lastName: '',
        search: '',
        email: '',
        // Not the form of any hash: no password fits.
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
    const made = await archive.findUserByKey(transaction, usernameKey)
    if (!made) throw new Error('the sender of images could not be made')
    return made.id
  })
}
