import type { Day, Instant } from '@talus/contract'
import { dayIn } from './day-in.ts'

const dayMs = 86_400_000
/** Further than any clock was ever set from that of Greenwich. */
const farthestMs = 26 * 3_600_000
/** Before these there are no zones to speak of, and after them none are known. */
const firstDay = '1900-01-01'
const lastDay = '2500-01-01'
/** A later instant has a year of five digits, which sorts before all others. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export interface DayBounds {
  readonly start: Instant
  /** Not included. */
  readonly end: Instant
}

/**
 * When a day begins and ends there. A day has 23 to 25 hours where clocks are changed, begins at one
 * o'clock where that happens at midnight, and is empty where the date line was moved over it.
 */
export function dayBounds(timeZone: string, day: Day): DayBounds {
  const key = `${day} ${timeZone}`
  const known = found.get(key)
  if (known) return known
  const bounds = {
    start: startOf(timeZone, Date.parse(day)),
    end: startOf(timeZone, Date.parse(day) + dayMs),
  }
  if (found.size >= foundMax) found.clear()
  found.set(key, bounds)
  return bounds
}

/** It is searched for, in some sixty steps, and every image of a study asks for the same day. */
const found = new Map<string, DayBounds>()
const foundMax = 1000

function startOf(timeZone: string, midnight: number): Instant {
  const day = new Date(Math.min(midnight, lastInstant)).toISOString().slice(0, 10)
  if (day < firstDay || day > lastDay)
    return new Date(Math.min(midnight, lastInstant)).toISOString()
  let before = midnight - farthestMs
  let from = midnight + farthestMs
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(timeZone, new Date(middle)) < day) before = middle
    else from = middle
  }
  return new Date(from).toISOString()
}
