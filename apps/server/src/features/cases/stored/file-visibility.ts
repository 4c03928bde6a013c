import type { UserId } from '@talus/contract'
import { sql } from 'kysely'

/**
 * The condition on `caseFile` of every query that shows files: those of an unfinished report are for
 * their author alone. Without a reader it holds for published files only.
 */
export const isVisibleTo = (readerId: UserId | null) =>
  sql<boolean>`(not ${sql.ref('caseFile.isUnpublished')} or ${sql.ref('caseFile.userId')} = ${readerId})`
