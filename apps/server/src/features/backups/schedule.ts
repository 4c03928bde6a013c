import type { BackupRun, BackupSchedule, Day } from '@talus/contract'
import { findInstant } from '../../time/zoned-time.ts'

/** When backups are due; pure, because a fault would be noticed after the disk has died. */
export interface Schedule {
  readonly schedule: BackupSchedule
  /** HH:mm. */
  readonly time: string
  readonly everyHours: number
  /** 1 is Monday. */
  readonly weekday: number
  readonly timeZone: string
}

/** A run as the schedule sees it. */
export interface PastRun {
  readonly state: BackupRun['state']
  readonly startedOn: string
  readonly endedOn: string | null
}

/** More tries than a schedule makes between two backups that are due. */
export const runsConsidered = 100

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The longest time between two backups that are due. */
export function getIntervalMs({ schedule, everyHours }: Schedule): number {
  if (schedule === 'hours') return everyHours * hourMs
  return schedule === 'weekly' ? 7 * dayMs : dayMs
}

const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const getWeekday = (day: Day) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

function listTimes({ schedule, time, everyHours, weekday }: Schedule, day: Day): string[] {
  if (schedule === 'daily') return [time]
  if (schedule === 'weekly') return getWeekday(day) === weekday ? [time] : []
  if (schedule === 'off') return []
  return Array.from(
    { length: Math.floor(24 / everyHours) },
    (_, at) => `${String(at * everyHours).padStart(2, '0')}:00`,
  )
}

/** The instants at which backups are due around now, in order: those of the week before and after. */
function listDue(schedule: Schedule, now: Date): Date[] {
  const today = new Intl.DateTimeFormat('sv-SE', {
    timeZone: schedule.timeZone,
    dateStyle: 'short',
  }).format(now)
  return Array.from({ length: 17 }, (_, at) => addDays(today, at - 8))
    .flatMap((day) => listTimes(schedule, day).map((time) => ({ day, time })))
    .map(({ day, time }) => findInstant(schedule.timeZone, day, time))
}

export const findLastDue = (schedule: Schedule, now: Date): Date | undefined =>
  listDue(schedule, now).findLast((due) => due <= now)

export const findNextDue = (schedule: Schedule, now: Date): Date | undefined =>
  listDue(schedule, now).find((due) => due > now)

/** A NAS that restarts is back after minutes; one that was taken away is asked every two hours. */
const retryMinutes = [15, 30, 60]
const getRetryMs = (failures: number) => (retryMinutes[failures - 1] ?? 120) * minuteMs
/** The next start continues at once, unless the backup itself may be ending the server. */
const interruptionsMax = 3

/** Runs of a fast clock would hold back every backup until then. */
export const isCredible = (run: Pick<PastRun, 'startedOn'>, now: Date): boolean =>
  Date.parse(run.startedOn) <= now.getTime() + hourMs

/**
 * Whether a backup has to start now: one is due that no run has made since, at its time or because
 * the computer was off, or the last run has not succeeded.
 */
export function isBackupDue(
  schedule: Schedule,
  since: string,
  /** Newest last. */
  runs: readonly PastRun[],
  now: Date,
): boolean {
  const retry = findRetry(schedule, since, runs, now)
  if (retry) return retry <= now
  const tries = listTries(schedule, since, runs, now)
  // A user who stopped it does not want it again before its next time.
  return tries !== undefined && tries.length === 0
}

/** The runs since a backup was due last; undefined if none was due yet. */
function listTries(
  schedule: Schedule,
  since: string,
  runs: readonly PastRun[],
  now: Date,
): readonly PastRun[] | undefined {
  const due = findLastDue(schedule, now)
  if (!due || due < new Date(since)) return undefined
  return runs.filter((run) => new Date(run.startedOn) >= due && isCredible(run, now))
}

const isUnfinished = ({ state }: PastRun) => state === 'failed' || state === 'interrupted'

/**
 * When the last run, which has failed or was interrupted, is tried again: three times also if a user
 * has started it and no backup is due, and until it succeeds if one is.
 */
export function findRetry(
  schedule: Schedule,
  since: string,
  /** Newest last. */
  runs: readonly PastRun[],
  now: Date,
): Date | undefined {
  const credible = runs.filter((run) => isCredible(run, now))
  const series = credible.slice(credible.findLastIndex((run) => !isUnfinished(run)) + 1)
  const tries = listTries(schedule, since, runs, now) ?? []
  const times = [
    ...(series.length <= retryMinutes.length ? [series] : []),
    ...(tries.every(isUnfinished) ? [tries] : []),
  ].flatMap((unfinished) => getRetryTime(unfinished) ?? [])
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0]
}

function getRetryTime(tries: readonly PastRun[]): Date | undefined {
  const last = tries.at(-1)
  if (!last) return undefined
  const failures = tries.filter(({ state }) => state === 'failed').length
  const interruptions = tries.length - failures
  const endedMs = Date.parse(last.endedOn ?? last.startedOn)
  if (last.state === 'interrupted' && interruptions < interruptionsMax) return new Date(endedMs)
  return new Date(endedMs + getRetryMs(Math.max(failures, 1)))
}
