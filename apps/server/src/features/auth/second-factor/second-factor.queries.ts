import type { Instant, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'

export const find = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.selectFrom('secondFactor').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Stores the secret of an authenticator that is not used yet; an earlier attempt is replaced. */
export const store = (unscopedDb: UnscopedDb, userId: UserId, secret: string) =>
  unscopedDb
    .insertInto('secondFactor')
    .values({ userId, secret, enabledOn: null, lastStep: 0 })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret, enabledOn: null, lastStep: 0 }),
    )
    .execute()

export const enable = (unscopedDb: UnscopedDb, userId: UserId, enabledOn: Instant) =>
  unscopedDb
    .updateTable('secondFactor')
    .set({ enabledOn })
    .where('userId', '=', userId)
    .where('enabledOn', 'is', null)
    .execute()

/** Whether the step was not used before; of two concurrent calls with one code, one succeeds. */
export async function useStep(unscopedDb: UnscopedDb, userId: UserId, step: number) {
  const { numUpdatedRows } = await unscopedDb
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const remove = async (unscopedDb: UnscopedDb, userId: UserId) => {
  await unscopedDb.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await unscopedDb.deleteFrom('signInChallenge').where('userId', '=', userId).execute()
  await unscopedDb.deleteFrom('secondFactor').where('userId', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  unscopedDb: UnscopedDb,
  userId: UserId,
  hashes: readonly string[],
) {
  await unscopedDb.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await unscopedDb
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

export async function countRecoveryCodes(unscopedDb: UnscopedDb, userId: UserId): Promise<number> {
  const { count } = await unscopedDb
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the code existed; it works once. */
export async function useRecoveryCode(unscopedDb: UnscopedDb, userId: UserId, codeHash: string) {
  const { numDeletedRows } = await unscopedDb
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertChallenge(
  unscopedDb: UnscopedDb,
  challenge: { readonly tokenHash: string; readonly userId: UserId; readonly expiresOn: Instant },
  now: Instant,
) {
  await unscopedDb.deleteFrom('signInChallenge').where('expiresOn', '<=', now).execute()
  await unscopedDb.insertInto('signInChallenge').values(challenge).execute()
}

export const findChallenge = (unscopedDb: UnscopedDb, tokenHash: string, now: Instant) =>
  unscopedDb
    .selectFrom('signInChallenge')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresOn', '>', now)
    .executeTakeFirst()

/** Whether the challenge still existed; it is answered once. */
export async function endChallenge(unscopedDb: UnscopedDb, tokenHash: string) {
  const { numDeletedRows } = await unscopedDb
    .deleteFrom('signInChallenge')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
