import type { CaseId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseMessageTable } from '../../../db/case-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

export const insertMessage = (unscopedDb: UnscopedDb, message: Insertable<CaseMessageTable>) =>
  unscopedDb.insertInto('caseMessage').values(message).returning('id').executeTakeFirstOrThrow()

/** The rows come from the bounded handle, the names of their authors from all users. */
export const listMessages = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseMessage')
    .selectAll()
    .where('caseMessage.caseId', '=', caseId)
    .orderBy('caseMessage.id')
    .execute()

/** The newest message of a case, from either side. */
export const findLastMessage = (unscopedDb: UnscopedDb, caseId: CaseId) =>
  unscopedDb
    .selectFrom('caseMessage')
    .selectAll()
    .where('caseId', '=', caseId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
