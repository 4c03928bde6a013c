import { randomInt } from 'node:crypto'
import { folded } from '@talus/contract'
import type { UnscopedDb } from './db/open.ts'

/** Without look-alikes: it is read from a screen and typed once. */
const letters = 'abcdefghijkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

function newPassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? ''
  const rest = Array.from({ length: 17 }, () => pick(letters + capitals + digits))
  return pick(capitals) + pick(letters) + pick(digits) + rest.join('')
}

/** An empty system needs somebody to begin: root, with a password that is shown this one time. */
export async function createFirstUser(
  unscopedDb: UnscopedDb,
  hashPassword: (password: string) => Promise<string>,
  now: Date,
): Promise<string | undefined> {
  if (await unscopedDb.selectFrom('user').select('id').limit(1).executeTakeFirst()) return undefined
  const password = newPassword()
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
        search: folded('Root Talus root'),
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
