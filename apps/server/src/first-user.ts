import { randomInt } from 'node:crypto'
import { foldText } from '@talus/contract'
import type { UnscopedDb } from './db/open.ts'

/** No look-alike characters: the user reads the password from the screen and types it once. */
const letters = 'abcdefghijkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

function createPassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? ''
  const rest = Array.from({ length: 17 }, () => pick(letters + capitals + digits))
  return pick(capitals) + pick(letters) + pick(digits) + rest.join('')
}

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
