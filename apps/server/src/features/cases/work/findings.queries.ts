import type { CaseFindings, CaseId, Instant, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseFindingsTable, CaseReportVersionTable } from '../../../db/case-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** Every query names the author: the texts are for nobody else. */
export const findDraft = (unscopedDb: UnscopedDb, caseId: CaseId, userId: UserId) =>
  unscopedDb
    .selectFrom('caseFindings')
    .selectAll()
    .where('caseId', '=', caseId)
    .where('userId', '=', userId)
    .executeTakeFirst()
export type StoredDraft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

/** Whether there was none before. */
export async function insertDraft(
  unscopedDb: UnscopedDb,
  draft: Insertable<CaseFindingsTable>,
): Promise<boolean> {
  const inserted = await unscopedDb
    .insertInto('caseFindings')
    .values(draft)
    .onConflict((conflict) => conflict.columns(['caseId', 'userId']).doNothing())
    .returning('caseId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether the draft had the expected version: of two concurrent saves only one succeeds. */
export async function updateDraft(
  unscopedDb: UnscopedDb,
  { caseId, userId, version }: Pick<StoredDraft, 'caseId' | 'userId' | 'version'>,
  { findings, interpretation, internalMedicineRecommandations, signature }: CaseFindings,
  savedOn: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await unscopedDb
    .updateTable('caseFindings')
    .set({
      findings,
      interpretation,
      internalMedicineRecommandations,
      signature,
      savedOn,
      version: version + 1,
    })
    .where('caseId', '=', caseId)
    .where('userId', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const removeDraft = (unscopedDb: UnscopedDb, caseId: CaseId, userId: UserId) =>
  unscopedDb
    .deleteFrom('caseFindings')
    .where('caseId', '=', caseId)
    .where('userId', '=', userId)
    .execute()

export const insertVersion = (
  unscopedDb: UnscopedDb,
  version: Insertable<CaseReportVersionTable>,
) => unscopedDb.insertInto('caseReportVersion').values(version).execute()

export const listVersions = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseReportVersion')
    .selectAll()
    .where('caseReportVersion.caseId', '=', caseId)
    .orderBy('caseReportVersion.version')
    .execute()

/** The PDFs of all versions; the caller has found the case in its reach. */
export const listReportFiles = (unscopedDb: UnscopedDb, caseId: CaseId) =>
  unscopedDb
    .selectFrom('caseReport')
    .select(['version', 'revision', 'sha256', 'acknowledgedOn', 'createdOn'])
    .where('caseId', '=', caseId)
    .orderBy('version')
    .orderBy('revision')
    .execute()
