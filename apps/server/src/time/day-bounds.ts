import type { Day, Instant } from '@talus/contract'
import { formatDay } from './format-day.ts'

const dayMs = 86_400_000
/** More than any offset from UTC that was ever in use. */
const largestOffsetMs = 26 * 3_600_000
/** Outside these days UTC is used: no time zones existed before, and none are known after. */
const firstDay = '1900-01-01'
const lastDay = '2500-01-01'
/** A later instant would have a year of five digits, which sorts before all others. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export interface DayBounds {
  readonly start: Instant
  /** Not included. */
  readonly end: Instant
}

/**
 * Start and end of a day in a time zone. A day has 23 to 25 hours when clocks change, starts at one
 * o'clock if they change at midnight, and is empty if the date line was moved over it.
 */
export function getDayBounds(timeZone: string, day: Day): DayBounds {
  const key = `${day} ${timeZone}`
  const known = cache.get(key)
  if (known) return known
  const bounds = {
    start: findDayStart(timeZone, Date.parse(day)),
    end: findDayStart(timeZone, Date.parse(day) + dayMs),
  }
  if (cache.size >= cacheMax) cache.clear()
  cache.set(key, bounds)
  return bounds
}

/** Cached: the search takes some sixty steps, and every image of a study needs the same day. */
const cache = new Map<string, DayBounds>()
const cacheMax = 1000

function findDayStart(timeZone: string, midnight: number): Instant {
  const day = new Date(Math.min(midnight, lastInstant)).toISOString().slice(0, 10)
  if (day < firstDay || day > lastDay)
    return new Date(Math.min(midnight, lastInstant)).toISOString()
  let before = midnight - largestOffsetMs
  let from = midnight + largestOffsetMs
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (formatDay(timeZone, new Date(middle)) < day) before = middle
    else from = middle
  }
  return new Date(from).toISOString()
}
