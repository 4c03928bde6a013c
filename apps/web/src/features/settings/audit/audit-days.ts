import { formatSecond } from '../../../ui/format/dates.ts'

/** The time that a clock in the zone shows, as if it were the one of UTC. */
function readClock(instant: number, timeZone: string | undefined): number {
  const shown = formatSecond(new Date(instant), timeZone).replace(' ', 'T')
  // The year 26 has two digits.
  return Date.parse(`${shown.replace(/^\d+/u, (year) => year.padStart(4, '0'))}Z`)
}

/**
 * Returns the start of a day in the time zone of the clinic, or of the browser if none is given;
 * undefined for an incomplete day.
 */
function toMidnight(day: string, daysLater: number, timeZone: string | undefined) {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime())) return undefined
  midnight.setUTCDate(midnight.getUTCDate() + daysLater)
  // ISO 8601 writes later years in an extended form that the server does not accept.
  if (midnight.getUTCFullYear() > 9999) return undefined
  const wanted = midnight.getTime()
  // The offset at the first guess may be that of the other side of a change of the clocks.
  let instant = wanted
  for (let round = 0; round < 2; round += 1) instant += wanted - readClock(instant, timeZone)
  // Clocks that skip midnight begin the day later.
  if (readClock(instant, timeZone) < wanted) instant += wanted - readClock(instant, timeZone)
  const start = new Date(instant)
  return start.getUTCFullYear() >= 0 && start.getUTCFullYear() <= 9999
    ? start.toISOString()
    : undefined
}

/**
 * Converts two calendar days to the instants between them. Both days are included in full, whatever
 * their length because of daylight saving time.
 */
export const toInstants = (from: string, to: string, timeZone?: string) => ({
  from: toMidnight(from, 0, timeZone),
  to: toMidnight(to, 1, timeZone),
})
