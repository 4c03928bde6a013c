import { caseStatus, computeDueOn, computeSoonOn } from '@talus/contract'
import type { CaseAction, CaseId, CaseStatus, ClinicId, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import { day, hour, minute, toInstant } from './calendar.ts'
import type { CaseStory } from './case-stories.ts'

/** When the parts of a story happened. */
export interface CaseTimes {
  readonly createdOn: number
  readonly submittedOn: number
  readonly takenOn: number
  readonly answeredOn: number
}

/** Open cases are submitted some time before now, so that their due time is near at any start. */
export function getCaseTimes(story: CaseStory, madeOn: number, now: number): CaseTimes {
  const submittedOn =
    story.minutesAgo === undefined
      ? madeOn + 45 * minute
      : Math.max(madeOn + 21 * minute, now - story.minutesAgo * minute)
  const takenOn = Math.min(submittedOn + 10 * minute, now - minute)
  return {
    createdOn: madeOn + 20 * minute,
    submittedOn,
    takenOn,
    answeredOn: Math.min(submittedOn + 5 * hour, now - minute),
  }
}

/** The columns of the due time, as the flow of cases would have left them. */
export function getClockColumns(
  { status, priority }: CaseStory,
  { submittedOn, takenOn, answeredOn }: CaseTimes,
) {
  if (status === caseStatus.draft) return { submitOn: null }
  const submitOn = toInstant(submittedOn)
  const dueOn = computeDueOn(submitOn, priority)
  const columns = { submitOn, dueOn, soonOn: computeSoonOn(dueOn, priority), dueNotice: 2 }
  if (status === caseStatus.waiting) return { ...columns, pausedSince: toInstant(takenOn) }
  if (status !== caseStatus.finalized) return columns
  return {
    ...columns,
    finalizedOn: toInstant(answeredOn),
    turnaroundMs: answeredOn - submittedOn,
    isInTime: toInstant(answeredOn) <= dueOn,
  }
}

interface SeededCase extends CaseTimes {
  readonly caseId: CaseId
  readonly clinicId: ClinicId
  readonly requesterId: UserId
  readonly radiologistId: UserId | null
}

interface Step {
  readonly action: CaseAction
  readonly from: CaseStatus | null
  readonly to: CaseStatus
  readonly actorId: UserId
  readonly at: number
  readonly note?: string
}

/** The history that leads to the status of the story. */
function listSteps(story: CaseStory, seeded: SeededCase): Step[] {
  const { draft, available, assigned, waiting, finalized, cancelled } = caseStatus
  const { requesterId, radiologistId, createdOn, submittedOn, takenOn, answeredOn } = seeded
  const steps: Step[] = [
    { action: 'save', from: null, to: draft, actorId: requesterId, at: createdOn },
  ]
  const { status } = story
  if (status === draft) return steps
  steps.push({
    action: 'submit',
    from: draft,
    to: available,
    actorId: requesterId,
    at: submittedOn,
  })
  if (status === cancelled)
    steps.push({
      action: 'cancel',
      from: available,
      to: cancelled,
      actorId: requesterId,
      at: submittedOn + hour,
      note: story.cancelReason ?? '',
    })
  if (radiologistId === null) return steps
  const byRadiologist = { actorId: radiologistId }
  steps.push({ ...byRadiologist, action: 'take', from: available, to: assigned, at: takenOn })
  if (status === waiting)
    steps.push({
      ...byRadiologist,
      action: 'requestMore',
      from: assigned,
      to: waiting,
      at: takenOn + 1000,
      note: story.requestMoreInfoMessage ?? '',
    })
  if (status === finalized)
    steps.push({
      ...byRadiologist,
      action: 'finalize',
      from: assigned,
      to: finalized,
      at: answeredOn,
    })
  if (story.addendum)
    steps.push({
      ...byRadiologist,
      action: 'addendum',
      from: finalized,
      to: finalized,
      at: answeredOn + day,
      note: story.addendum.reason,
    })
  return steps
}

/** Inserts the history, the messages and the versions of the report of a case. */
export async function seedCaseFlow(
  unscopedDb: UnscopedDb,
  story: CaseStory,
  seeded: SeededCase,
): Promise<void> {
  const { caseId, clinicId, requesterId, radiologistId, takenOn, answeredOn } = seeded
  const ofCase = { caseId, clinicId }
  for (const { action, from, to, actorId, at, note = '' } of listSteps(story, seeded))
    await unscopedDb
      .insertInto('caseEvent')
      .values({
        ...ofCase,
        action,
        fromStatus: from,
        toStatus: to,
        actorId,
        radiologistId: action === 'take' ? radiologistId : null,
        address: '',
        note,
        createdOn: toInstant(at),
      })
      .execute()
  if (radiologistId === null) return
  const question = story.requestMoreInfoMessage
  const messages = [
    ...(question
      ? [{ kind: 'question', isFromRadiologist: true, text: question, at: takenOn + 1000 } as const]
      : []),
    ...(story.messages ?? []).map(
      (message, index) =>
        ({ ...message, kind: 'message', at: answeredOn + (index + 1) * hour }) as const,
    ),
  ]
  for (const { kind, isFromRadiologist, text, at } of messages)
    await unscopedDb
      .insertInto('caseMessage')
      .values({
        ...ofCase,
        kind,
        isFromRadiologist,
        text,
        authorId: isFromRadiologist ? radiologistId : requesterId,
        createdOn: toInstant(at),
      })
      .execute()
  if (story.status !== caseStatus.finalized) return
  const version = {
    ...ofCase,
    findings: story.findings ?? '',
    interpretation: story.interpretation ?? '',
    internalMedicineRecommandations: story.internalMedicineRecommandations ?? '',
    signature: story.signature ?? '',
    addendum: '',
    reason: '',
    authorId: radiologistId,
  }
  await unscopedDb
    .insertInto('caseReportVersion')
    .values({ ...version, version: 1, createdOn: toInstant(answeredOn) })
    .execute()
  const { addendum } = story
  if (!addendum) return
  await unscopedDb
    .insertInto('caseReportVersion')
    .values({
      ...version,
      findings: '',
      interpretation: '',
      internalMedicineRecommandations: '',
      version: 2,
      addendum: addendum.text,
      reason: addendum.reason,
      createdOn: toInstant(answeredOn + day),
    })
    .execute()
}
