import { foldText } from '@talus/contract'
import type { UnscopedDb } from './db/open.ts'
import { createPassword } from './features/auth/index.ts'

/** Creates the user `root` in an empty system, with a password that is shown only this once. */
export async function createFirstUser(
  unscopedDb: UnscopedDb,
  hashPassword: (password: string) => Promise<string>,
  now: Date,
): Promise<string | undefined> {
  if (await unscopedDb.selectFrom('user').select('id').limit(1).executeTakeFirst()) return undefined
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    const { id } = await unscopedDb
      .insertInto('permissionProfile')
      .values({ root: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await unscopedDb
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
      .execute()
  })
  return password
}
