import { foldText } from '@talus/contract'
import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { createPassword } from '../auth/index.ts'
import * as pending from './pending-set-up.queries.ts'

/** Inserts the user `root`, who belongs to no clinic. */
export async function insertRoot(
  unscopedDb: UnscopedDb,
  passwordHash: string,
  now: Date,
): Promise<UserId> {
  const { id } = await unscopedDb
    .insertInto('permissionProfile')
    .values({ root: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await unscopedDb
    .insertInto('user')
    .values({
      username: 'root',
      usernameKey: 'root',
      firstName: 'Root',
      lastName: 'Talus',
      firstNameKey: 'root',
      lastNameKey: 'talus',
      search: foldText('Root Talus root'),
      email: '',
      passwordHash,
      tempPassword: null,
      validUntil: null,
      createdOn: now.toISOString(),
      clinicId: null,
      permissionProfileId: id,
      maxClinicCount: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return user.id
}

interface RootDeps {
  readonly unscopedDb: UnscopedDb
  readonly hashPassword: (password: string) => Promise<string>
  readonly now: Date
}

/**
 * Ends the set-up of an empty system without a browser: creates the user `root` and returns the
 * password. Returns undefined if the system has a user.
 */
export async function createRoot({ unscopedDb, hashPassword, now }: RootDeps) {
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  return unscopedDb.transaction().execute(async (unscopedDb) => {
    await pending.consume(unscopedDb)
    if (await pending.hasUsers(unscopedDb)) return undefined
    await insertRoot(unscopedDb, passwordHash, now)
    return password
  })
}
