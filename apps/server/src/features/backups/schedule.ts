import type { BackupSchedule, Day } from '@talus/contract'
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
  readonly state: 'running' | 'done' | 'failed' | 'interrupted' | 'stopped'
  readonly startedOn: string
  readonly endedOn: string | null
}

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
 * Whether a scheduled backup has to start now: one is due that no run has made since, at its time,
 * after a failed or interrupted run, or because the computer was off.
 */
export function isBackupDue(
  schedule: Schedule,
  since: string,
  /** Newest last. */
  runs: readonly PastRun[],
  now: Date,
): boolean {
  const due = findLastDue(schedule, now)
  if (!due || due < new Date(since)) return false
  const tries = runs.filter((run) => new Date(run.startedOn) >= due && isCredible(run, now))
  // A user who stopped it does not want it again before its next time.
  if (tries.some(({ state }) => ['done', 'running', 'stopped'].includes(state))) return false
  const last = tries.at(-1)
  if (!last) return true
  const failures = tries.filter(({ state }) => state === 'failed').length
  const interruptions = tries.length - failures
  if (last.state === 'interrupted' && interruptions < interruptionsMax) return true
  const endedMs = Date.parse(last.endedOn ?? last.startedOn)
  return now.getTime() >= endedMs + getRetryMs(Math.max(failures, 1))
}
