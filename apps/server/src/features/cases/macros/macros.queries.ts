import type { CaseMacroId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseMacroTable } from '../../../db/case-file-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Every query names the user: the macros are for nobody else. */
export const list = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb
    .selectFrom('caseMacro')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('shortcut')
    .execute()

export const find = (unscopedDb: UnscopedDb, userId: UserId, id: CaseMacroId) =>
  unscopedDb
    .selectFrom('caseMacro')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

export const insert = (unscopedDb: UnscopedDb, macro: Insertable<CaseMacroTable>) =>
  unscopedDb.insertInto('caseMacro').values(macro).returningAll().executeTakeFirstOrThrow()

/** Undefined if it was changed or removed since. */
export const update = (
  unscopedDb: UnscopedDb,
  { id, version }: { readonly id: CaseMacroId; readonly version: number },
  change: Pick<Insertable<CaseMacroTable>, 'userId' | 'shortcut' | 'text' | 'changedOn'>,
) =>
  unscopedDb
    .updateTable('caseMacro')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('userId', '=', change.userId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const remove = (unscopedDb: UnscopedDb, userId: UserId, id: CaseMacroId) =>
  unscopedDb.deleteFrom('caseMacro').where('id', '=', id).where('userId', '=', userId).execute()
