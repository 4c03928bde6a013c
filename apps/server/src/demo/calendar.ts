import type { Random } from './random.ts'

/** Moments are milliseconds since 1970; days are YYYY-MM-DD in the clinic's time zone. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const toInstant = (at: number) => new Date(at).toISOString()

const wallClocks = new Map<string, Intl.DateTimeFormat>()
function getWallClock(timeZone: string) {
  const known = wallClocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  wallClocks.set(timeZone, format)
  return format
}

/** The clinic's local time as if it were UTC. The Swedish locale writes ISO dates. */
const toWallTime = (at: number, timeZone: string) =>
  Date.parse(`${getWallClock(timeZone).format(at).replace(' ', 'T')}Z`)

export const toDay = (at: number, timeZone: string) =>
  toInstant(toWallTime(at, timeZone)).slice(0, 10)

/**
 * The moment of a local time; corrected twice, because a clock change may lie between guess and
 * result.
 */
export function fromWallTime(date: string, hours: number, timeZone: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + Math.round(hours * hour)
  const guess = wanted - (toWallTime(wanted, timeZone) - wanted)
  return guess - (toWallTime(guess, timeZone) - wanted)
}

export const subtractDays = (date: string, days: number) =>
  toInstant(Date.parse(`${date}T00:00:00Z`) - days * day).slice(0, 10)

const getWeekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const sunday = 0
const saturday = 6

/** The weight of each hour; evening visits are emergencies. */
const weekdayHours: readonly (readonly [hour: number, weight: number])[] = [
  [8, 5],
  [9, 9],
  [10, 10],
  [11, 9],
  [12, 3],
  [13, 6],
  [14, 9],
  [15, 9],
  [16, 7],
  [17, 4],
  [19, 1],
  [21, 1],
]
const weekendHours: typeof weekdayHours = [
  [9, 6],
  [10, 8],
  [11, 6],
  [12, 2],
  [18, 1],
]

const getDayWeight = (date: string) => {
  const weekday = getWeekday(date)
  if (weekday === sunday) return 1
  return weekday === saturday ? 5 : 12
}

function pickOpeningTime(random: Random, date: string, timeZone: string) {
  const weekday = getWeekday(date)
  const hours = weekday === sunday || weekday === saturday ? weekendHours : weekdayHours
  return fromWallTime(date, random.pickWeighted(hours) + random.next(), timeZone)
}

interface Plan {
  readonly now: number
  readonly timeZone: string
  readonly today: number
  readonly yesterday: number
  readonly total: number
}

/**
 * The times of a clinic's studies, not in chronological order: first today's, then yesterday's,
 * then the rest of twelve months. Each takes the same number of random draws on any day, so that
 * the order of patients does not depend on the weekday of the first start.
 */
export function planVisits(random: Random, plan: Plan): readonly number[] {
  const { now, timeZone } = plan
  const date = toDay(now, timeZone)
  const opening = fromWallTime(date, 8, timeZone)
  // If the demo is started before the clinic opens, today's studies are emergencies of the night.
  const start = now >= opening + 30 * minute ? opening : fromWallTime(date, 0, timeZone)
  const earlierDays = Array.from({ length: 359 }, (_, index) => subtractDays(date, index + 2))
  const weights = earlierDays.map((day) => [day, getDayWeight(day)] as const)

  return Array.from({ length: plan.total }, (_, index) => {
    if (index < plan.today) return Math.floor(start + random.next() * (now - start))
    const chosen =
      index < plan.today + plan.yesterday ? subtractDays(date, 1) : random.pickWeighted(weights)
    return Math.floor(pickOpeningTime(random, chosen, timeZone))
  })
}
