import type { CaseStatus } from './codes.ts'
import { caseStatus } from './enumerations.ts'
import type { casePriorities } from './enumerations.ts'
import type { Instant } from './fields.ts'

type CasePriority = (typeof casePriorities)[number]

const hourMs = 3_600_000
/** The time from submission to report. It runs by the hour, day and night, in every time zone. */
const priorityHours: Readonly<Record<CasePriority, number>> = {
  '24 Hours': 24,
  '6 Hours': 6,
  Urgent: 1,
}
/** The share of the time after which a case is due soon. */
const soonShare = 0.75

export const getPriorityMs = (priority: CasePriority): number => priorityHours[priority] * hourMs

const toInstant = (ms: number): Instant => new Date(ms).toISOString()

export const computeDueOn = (submitOn: Instant, priority: CasePriority): Instant =>
  toInstant(Date.parse(submitOn) + getPriorityMs(priority))

/** The time of day from which a case counts as due soon. */
export const computeSoonOn = (dueOn: Instant, priority: CasePriority): Instant =>
  toInstant(Date.parse(dueOn) - (1 - soonShare) * getPriorityMs(priority))

/** The due time after a pause: the clinic's time to answer is not counted. */
export const resumeDueOn = (dueOn: Instant, pausedSince: Instant, now: Date): Instant =>
  toInstant(Date.parse(dueOn) + Math.max(0, now.getTime() - Date.parse(pausedSince)))

export const dueStates = ['none', 'in-time', 'soon', 'overdue', 'paused', 'done'] as const

export interface DueTime {
  readonly state: (typeof dueStates)[number]
  /** Negative if the case is late; what remains when the pause ends, for a paused one. */
  readonly remainingMs: number
  /** The share of the time that has passed; above 1 for a late case. */
  readonly passedShare: number
  readonly isOverdue: boolean
}

interface TimedCase {
  readonly status: CaseStatus
  readonly priority: CasePriority
  readonly dueOn: Instant | null
  readonly pausedSince: Instant | null
  readonly finalizedOn: Instant | null
}

/** The state of the clock of a case. A finished case shows whether its report came in time. */
export function getDueTime(radCase: TimedCase, now: Date): DueTime {
  const { status, priority, dueOn, pausedSince, finalizedOn } = radCase
  if (dueOn === null || status === caseStatus.draft || status === caseStatus.cancelled)
    return { state: 'none', remainingMs: 0, passedShare: 0, isOverdue: false }
  const stoppedOn = finalizedOn ?? pausedSince
  const at = stoppedOn === null ? now.getTime() : Date.parse(stoppedOn)
  const remainingMs = Date.parse(dueOn) - at
  const passedShare = Math.max(0, 1 - remainingMs / getPriorityMs(priority))
  const isOverdue = remainingMs < 0
  return { state: findState(), remainingMs, passedShare, isOverdue }

  function findState(): DueTime['state'] {
    if (status === caseStatus.finalized) return 'done'
    if (pausedSince !== null) return 'paused'
    if (isOverdue) return 'overdue'
    return passedShare >= soonShare ? 'soon' : 'in-time'
  }
}
