/**
 * The backups that stay: everything of the last day, and the newest of each of the last days, weeks
 * and months that have one.
 */
export interface Retention {
  readonly days: number
  readonly weeks: number
  readonly months: number
  /** The zone in which days begin. */
  readonly timeZone: string
}

const dayMs = 86_400_000

const namePattern =
  /^(?<day>\d{4}-\d{2}-\d{2})t(?<hour>\d{2})-(?<minute>\d{2})-(?<second>\d{2})-(?<fraction>\d{3})z$/u

/** A name that sorts by time: 2026-11-18t17-05-00-000z. */
export const toBackupName = (now: Date): string =>
  now.toISOString().toLowerCase().replaceAll(/[:.]/gu, '-')

/** The time that a name stands for; undefined for a name of another origin. */
export function parseBackupName(name: string): Date | undefined {
  const found = namePattern.exec(name)?.groups
  if (!found) return undefined
  const { day, hour, minute, second, fraction } = found
  const parsed = new Date(`${day}T${hour}:${minute}:${second}.${fraction}Z`)
  return Number.isNaN(parsed.getTime()) ? undefined : parsed
}

/** The Monday of the week. */
function toWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/** Returns the names that stay. A name that is no time is never removed. */
export function chooseKept(
  names: readonly string[],
  { days, weeks, months, timeZone }: Retention,
  now: Date,
): ReadonlySet<string> {
  const formatDay = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const periods = [
    { count: days, toPeriod: (day: string) => day, used: new Set<string>() },
    { count: weeks, toPeriod: toWeek, used: new Set<string>() },
    { count: months, toPeriod: (day: string) => day.slice(0, 7), used: new Set<string>() },
  ]
  const kept = new Set<string>()
  for (const name of names.toSorted().toReversed()) {
    const madeOn = parseBackupName(name)
    // A name in the future is that of a clock that was wrong: it stays, and stands for no period.
    if (!madeOn || now.getTime() - madeOn.getTime() < dayMs) kept.add(name)
    if (!madeOn || madeOn > now) continue
    const day = formatDay.format(madeOn)
    for (const { count, toPeriod, used } of periods) {
      const period = toPeriod(day)
      if (used.has(period) || used.size >= count) continue
      used.add(period)
      kept.add(name)
    }
  }
  return kept
}

/**
 * The newest backup that is not in the future: one of a fast clock would stay the newest for years.
 * If all are in the future, the clock of this computer is the wrong one.
 */
export const findNewest = (names: readonly string[], now: Date): string | undefined =>
  names.findLast((name) => (parseBackupName(name) ?? now) <= now) ?? names.at(-1)
