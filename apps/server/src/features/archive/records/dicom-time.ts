import type { Day, Instant } from '@talus/contract'
import { getDayBounds } from '../../../time/day-bounds.ts'
import { findInstant } from '../../../time/zoned-time.ts'

const dayPattern = /^(\d{4})[.-]?(\d{2})[.-]?(\d{2})$/u
const timePattern = /^(\d{2}):?(\d{2})?:?(\d{2})?(?:\.(\d{1,6}))?$/u
const offsetPattern = /^([+-])(\d{2})(\d{2})$/u

/** VR DA of PS3.5 6.2; undefined for a text that is no day of the calendar. */
export function parseDicomDate(date: string): Day | undefined {
  const [, year, month, day] = dayPattern.exec(date.trim()) ?? []
  if (year === undefined) return undefined
  const text = `${year}-${month}-${day}`
  const parsed = new Date(text)
  // Date accepts the 31st of June as the 1st of July.
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text
    ? undefined
    : text
}

/** VR TM of PS3.5 6.2, in milliseconds since midnight; 0 without a valid time. */
function parseTime(time: string): number {
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] =
    timePattern.exec(time.trim()) ?? []
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  if (h > 23 || m > 59 || s > 60) return 0
  return ((h * 60 + m) * 60 + s) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
}

export interface DicomDateTime {
  readonly date: string
  readonly time: string
  /** PS3.3 C.12.1.1.8, such as -0500; if it is missing, the time is local to the clinic. */
  readonly timezoneOffset: string
}

/** Undefined if no valid day is given. */
export function toInstant(
  { date, time, timezoneOffset }: DicomDateTime,
  timeZone: string,
): Instant | undefined {
  const day = parseDicomDate(date)
  if (day === undefined) return undefined
  const [, sign, hours, minutes] = offsetPattern.exec(timezoneOffset.trim()) ?? []
  if (sign !== undefined) {
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1)
    return new Date(Date.parse(day) + parseTime(time) - offsetMs).toISOString()
  }
  return toLocalInstant(day, parseTime(time), timeZone)
}

function toLocalInstant(day: Day, ms: number, timeZone: string): Instant {
  const { start, end } = getDayBounds(timeZone, day)
  const [first, last] = [Date.parse(start), Date.parse(end)]
  const areClocksChanged = last - first !== dayMs
  const at = areClocksChanged ? findChangedInstant(day, ms, timeZone) : first + ms
  return new Date(Math.min(at, Math.max(first, last - 1))).toISOString()
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Slower than adding to the start of the day, which is wrong after the change. */
function findChangedInstant(day: Day, ms: number, timeZone: string): number {
  const minutes = Math.floor(ms / minuteMs)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return findInstant(timeZone, day, `${hour}:${minute}`).getTime() + (ms % minuteMs)
}
