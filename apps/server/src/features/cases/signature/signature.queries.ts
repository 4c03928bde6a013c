import type { UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { UserSignatureTable } from '../../../db/case-file-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Unscoped: a radiologist belongs to no clinic. */
export const find = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.selectFrom('userSignature').selectAll().where('userId', '=', userId).executeTakeFirst()

export const save = (unscopedDb: UnscopedDb, signature: Insertable<UserSignatureTable>) => {
  const { userId: _userId, ...changed } = signature
  return unscopedDb
    .insertInto('userSignature')
    .values(signature)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changed))
    .execute()
}
