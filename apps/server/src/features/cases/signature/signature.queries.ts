import type { UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { UserSignatureTable } from '../../../db/case-file-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Unscoped: a radiologist belongs to no clinic. */
export const find = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.selectFrom('userSignature').selectAll().where('userId', '=', userId).executeTakeFirst()

const emptySignature = { title: '', licence: '', filePath: null, sha256: '', byteLength: 0 }

/** Sets the given columns only: the texts and the picture may be saved at the same time. */
export const save = (
  unscopedDb: UnscopedDb,
  userId: UserId,
  changed: Partial<Insertable<UserSignatureTable>> & { readonly changedOn: string },
) =>
  unscopedDb
    .insertInto('userSignature')
    .values({ ...emptySignature, ...changed, userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changed))
    .execute()
