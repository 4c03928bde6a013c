import type { StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ReportDraftTable } from '../../../db/report-tables.ts'

export const find = (db: ClinicDb, studyId: StudyId, userId: UserId) =>
  db
    .selectFrom('reportDraft')
    .selectAll()
    .where('reportDraft.studyId', '=', studyId)
    .where('reportDraft.userId', '=', userId)
    .executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof find>>>

export const listOthers = (db: ClinicDb, studyId: StudyId, userId: UserId) =>
  db
    .selectFrom('reportDraft')
    .innerJoin('user', 'user.id', 'reportDraft.userId')
    .select(['user.username', 'reportDraft.savedOn'])
    .where('reportDraft.studyId', '=', studyId)
    .where('reportDraft.userId', '!=', userId)
    .orderBy('reportDraft.savedOn', 'desc')
    .execute()

/** The drafts of a user, the newest first; none about a deleted study. */
export const listOfUser = (db: ClinicDb, userId: UserId) =>
  db
    .selectFrom('reportDraft')
    .innerJoin('study', 'study.id', 'reportDraft.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'reportDraft.studyId',
      'reportDraft.savedOn',
      'patient.name as patientName',
      'owner.name as ownerName',
      'study.createdOn as studyDate',
    ])
    .where('reportDraft.userId', '=', userId)
    .where('study.isDeleted', '=', false)
    .orderBy('reportDraft.savedOn', 'desc')
    .orderBy('reportDraft.id', 'desc')
    .limit(100)
    .execute()

/** Undefined if the user has a draft about the study already. */
export const insert = (db: ClinicDb, draft: Insertable<ReportDraftTable>) =>
  db
    .insertInto('reportDraft', draft)
    .onConflict((conflict) => conflict.columns(['studyId', 'userId']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Whether the draft had the expected version: of two concurrent saves only one succeeds. */
export async function update(
  db: ClinicDb,
  { studyId, userId, version }: Pick<DraftRow, 'studyId' | 'userId' | 'version'>,
  changes: Pick<DraftRow, 'document' | 'savedOn'> & Partial<Pick<DraftRow, 'patientDatabaseId'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportDraft')
    .set({ ...changes, version: version + 1 })
    .where('reportDraft.studyId', '=', studyId)
    .where('reportDraft.userId', '=', userId)
    .where('reportDraft.version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether there was one. */
export async function remove(db: ClinicDb, studyId: StudyId, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reportDraft')
    .where('reportDraft.studyId', '=', studyId)
    .where('reportDraft.userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the draft of a finished report, unless the user has gone on writing since. */
export const removeFinished = (
  db: ClinicDb,
  { studyId, userId, createdOn }: Pick<DraftRow, 'studyId' | 'userId' | 'createdOn'>,
) =>
  db
    .deleteFrom('reportDraft')
    .where('reportDraft.studyId', '=', studyId)
    .where('reportDraft.userId', '=', userId)
    .where('reportDraft.savedOn', '<=', createdOn)
    .execute()
