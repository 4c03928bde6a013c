import type { Day } from '@talus/contract'
import { getDayBounds } from './day-bounds.ts'
import { formatMinute } from './format-minute.ts'

const minuteMs = 60_000

/**
 * The instant at which clocks of a zone show this time of a day. A time that the clocks skip is
 * that much later; of a time that comes twice it is the first.
 */
export function findInstant(timeZone: string, day: Day, time: string): Date {
  const wanted = `${day} ${time}`
  const { start, end } = getDayBounds(timeZone, day)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Date.parse(start)
  // Clocks change by two hours at most.
  for (const change of [-120, -60, -30, 0, 30, 60, 120]) {
    const at = new Date(midnight + (hours * 60 + minutes + change) * minuteMs)
    if (formatMinute(timeZone, at.toISOString()) === wanted) return at
  }
  return new Date(Math.min(midnight + (hours * 60 + minutes) * minuteMs, Date.parse(end)))
}
