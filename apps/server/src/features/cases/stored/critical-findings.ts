import type { CaseId, CriticalFinding } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findUserNames } from './user-names.ts'
import { listOfCase } from './critical.queries.ts'

/** The findings of a case with the names of their authors; the caller has found the case. */
export async function listFindings(db: ClinicDb, caseId: CaseId): Promise<CriticalFinding[]> {
  const rows = await listOfCase(db, caseId)
  const getName = await findUserNames(
    db.unscopedDb,
    rows.flatMap(({ authorId, acknowledgedById }) => [authorId, acknowledgedById]),
  )
  return rows.map(({ id, text, authorId, createdOn, acknowledgedById, acknowledgedOn }) => ({
    id,
    text,
    authorName: getName(authorId),
    createdOn,
    acknowledgedOn,
    acknowledgedByName: getName(acknowledgedById),
  }))
}
