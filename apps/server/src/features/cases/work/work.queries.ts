import { caseStatus } from '@talus/contract'
import type { CaseId, ImageId, Instant, StudyId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseFeedbackTable, CasePresenceTable } from '../../../db/case-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'

export const listEvents = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseEvent')
    .selectAll()
    .where('caseEvent.caseId', '=', caseId)
    .orderBy('caseEvent.id')
    .execute()

/** The steps that ended a holding or began one; `unscopedDb`, because the case may be out of reach. */
export const listHolders = (db: UnscopedDb, caseId: CaseId) =>
  db
    .selectFrom('caseEvent')
    .selectAll()
    .where('caseId', '=', caseId)
    .where((where) =>
      where.or([
        where('radiologistId', 'is not', null),
        where('toStatus', 'not in', [caseStatus.assigned, caseStatus.waiting]),
      ]),
    )
    .orderBy('id')
    .execute()

export const listFeedback = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseFeedback')
    .selectAll()
    .where('caseFeedback.caseId', '=', caseId)
    .orderBy('caseFeedback.imageId')
    .execute()

export const listFeedbackOfStudy = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('caseFeedback')
    .innerJoin('image', 'image.id', 'caseFeedback.imageId')
    .selectAll('caseFeedback')
    .where('image.studyId', '=', studyId)
    .orderBy('caseFeedback.imageId')
    .execute()

export const saveFeedback = (unscopedDb: UnscopedDb, feedback: Insertable<CaseFeedbackTable>) =>
  unscopedDb
    .insertInto('caseFeedback')
    .values(feedback)
    .onConflict((conflict) =>
      conflict.columns(['caseId', 'imageId']).doUpdateSet({
        faults: feedback.faults,
        userId: feedback.userId,
        createdOn: feedback.createdOn,
      }),
    )
    .execute()

export const findAttachedImage = (db: ClinicDb, caseId: CaseId, imageId: ImageId) =>
  db
    .selectFrom('caseFile')
    .select('caseFile.id')
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.imageId', '=', imageId)
    .executeTakeFirst()

/** A page that was closed without a word starts a new presence. */
export async function savePresence(
  unscopedDb: UnscopedDb,
  presence: Insertable<CasePresenceTable>,
  staleBefore: Instant,
): Promise<void> {
  const ofUser = { caseId: presence.caseId, userId: presence.userId }
  await unscopedDb
    .deleteFrom('casePresence')
    .where('caseId', '=', ofUser.caseId)
    .where('seenOn', '<', staleBefore)
    .execute()
  await unscopedDb
    .insertInto('casePresence')
    .values(presence)
    .onConflict((conflict) =>
      conflict.columns(['caseId', 'userId']).doUpdateSet({ seenOn: presence.seenOn }),
    )
    .execute()
}

export const removePresence = (unscopedDb: UnscopedDb, caseId: CaseId, userId: UserId) =>
  unscopedDb
    .deleteFrom('casePresence')
    .where('caseId', '=', caseId)
    .where('userId', '=', userId)
    .execute()

export const listPresence = (db: ClinicDb, caseId: CaseId, seenAfter: Instant) =>
  db
    .selectFrom('casePresence')
    .selectAll()
    .where('casePresence.caseId', '=', caseId)
    .where('casePresence.seenOn', '>=', seenAfter)
    .orderBy('casePresence.since')
    .execute()

export const findVisibleCase = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('radCase')
    .select(['radCase.id', 'radCase.clinicId'])
    .where('radCase.id', '=', caseId)
    .executeTakeFirst()
