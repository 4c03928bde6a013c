import { can, caseStatus, refuse, refuseField } from '@talus/contract'
import type { CaseId, EmailConfigId, RadCase, RouteBody, UserId, routes } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { insertMessage } from './messages.queries.ts'
import { removeNoticesOfCase } from '../notices/notices.queries.ts'
import { findRadiologist } from '../stored/case-state.queries.ts'
import { changeCase } from './change-case.ts'
import type { CaseContext } from './change-case.ts'

/** Takes a case for the actor, or gives it to another radiologist. */
export async function takeCase(
  context: CaseContext,
  caseId: CaseId,
  radiologistId: UserId,
): Promise<RadCase> {
  if (radiologistId !== context.actor.id || !can(context.actor, 'case.answer'))
    return assignCase(context, caseId, radiologistId)
  return changeCase(context, caseId, 'take', () => ({
    set: { radiologistId },
    notices: ['taken'],
  }))
}

/** Unfinished texts stay with their author, who finds them again if the case comes back. */
export async function assignCase(
  context: CaseContext,
  caseId: CaseId,
  radiologistId: UserId,
): Promise<RadCase> {
  if (!(await findRadiologist(context.db.unscopedDb, radiologistId)))
    refuseField('radiologistId', 'field/invalid')
  return changeCase(context, caseId, 'assign', ({ status }) => ({
    set: { radiologistId },
    notices: status === caseStatus.available ? ['assigned', 'taken'] : ['assigned'],
  }))
}

export const releaseCase = (context: CaseContext, caseId: CaseId, reason: string) =>
  changeCase(context, caseId, 'release', () => ({
    // A case that was given back is for everybody, also if the clinic has asked one radiologist.
    set: { radiologistId: null, requestedRadiologistId: null },
    note: reason,
    notices: ['released'],
  }))

export const cancelCase = (context: CaseContext, caseId: CaseId, reason: string) =>
  changeCase(context, caseId, 'cancel', ({ status }) => ({
    set: { cancelReason: reason },
    note: reason,
    notices: status === caseStatus.draft ? [] : ['cancelled'],
  }))

export const reopenCase = (context: CaseContext, caseId: CaseId, reason: string) =>
  changeCase(context, caseId, 'reopen', () => ({
    set: { radiologistId: null, cancelReason: '' },
    note: reason,
    notices: ['reopened'],
  }))

export async function deleteCase(context: CaseContext, caseId: CaseId): Promise<void> {
  await changeCase(context, caseId, 'delete', () => ({
    set: { isDeleted: true },
    // Its notices would lead to a case that nobody can open.
    write: (db) => removeNoticesOfCase(db.unscopedDb, caseId),
  }))
}

export const markAsTest = (context: CaseContext, caseId: CaseId, isTest: boolean) =>
  changeCase(context, caseId, 'markAsTest', () => ({ set: { isTest } }))

/** The mailbox must be that of the case's clinic, or one clinic could write for another. */
async function requireMailbox(
  db: ClinicDb,
  clinicId: number,
  configId: EmailConfigId,
): Promise<void> {
  const found = await db.unscopedDb
    .selectFrom('emailConfig')
    .select('clinicId')
    .where('id', '=', configId)
    .executeTakeFirst()
  if (found?.clinicId !== clinicId) refuse('record/not-found')
}

type RequestMore = RouteBody<typeof routes.radCase.requestMore>

/** The question of a radiologist, or the answer of the clinic; both are messages of the thread. */
export function requestMore(context: CaseContext, body: RequestMore): Promise<RadCase> {
  const { caseId, notes, isRadiologist = can(context.actor, 'case.answer'), configId } = body
  const kind = isRadiologist ? 'question' : 'answer'
  return changeCase(
    context,
    caseId,
    isRadiologist ? 'requestMore' : 'answer',
    async (radCase, now, db) => {
      if (configId) await requireMailbox(db, radCase.clinicId, configId)
      return {
        set: isRadiologist
          ? { requestMoreInfoMessage: notes, questionCount: radCase.questionCount + 1 }
          : { answerCount: radCase.answerCount + 1 },
        note: notes,
        notices: [kind],
        mailboxId: configId ?? undefined,
        write: async (db) => {
          await insertMessage(db.unscopedDb, {
            caseId,
            clinicId: radCase.clinicId,
            kind,
            isFromRadiologist: isRadiologist,
            authorId: context.actor.id,
            text: notes,
            createdOn: now.toISOString(),
          })
        },
      }
    },
  )
}
