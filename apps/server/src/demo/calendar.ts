import type { Random } from './random.ts'

/** Moments as milliseconds since 1970; days as YYYY-MM-DD of the clinic's own wall calendar. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const instant = (at: number) => new Date(at).toISOString()

const wallClocks = new Map<string, Intl.DateTimeFormat>()
function wallClock(timeZone: string) {
  const known = wallClocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  wallClocks.set(timeZone, made)
  return made
}

/** What the clock on the clinic's wall shows, as if it were UTC. Swedish writes ISO dates. */
const wallTime = (at: number, timeZone: string) =>
  Date.parse(`${wallClock(timeZone).format(at).replace(' ', 'T')}Z`)

export const dayOf = (at: number, timeZone: string) => instant(wallTime(at, timeZone)).slice(0, 10)

/** The moment at which that clock shows the given time; twice, as the guess may sit across a change. */
export function atWallTime(date: string, hours: number, timeZone: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + Math.round(hours * hour)
  const guess = wanted - (wallTime(wanted, timeZone) - wanted)
  return guess - (wallTime(guess, timeZone) - wanted)
}

export const daysBefore = (date: string, days: number) =>
  instant(Date.parse(`${date}T00:00:00Z`) - days * day).slice(0, 10)

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const sunday = 0
const saturday = 6

/** How busy an hour is; evenings are emergencies. */
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

const dayWeight = (date: string) => {
  const weekday = weekdayOf(date)
  if (weekday === sunday) return 1
  return weekday === saturday ? 5 : 12
}

function duringOpeningHours(random: Random, date: string, timeZone: string) {
  const weekday = weekdayOf(date)
  const hours = weekday === sunday || weekday === saturday ? weekendHours : weekdayHours
  return atWallTime(date, random.weighted(hours) + random.next(), timeZone)
}

interface Plan {
  readonly now: number
  readonly timeZone: string
  readonly today: number
  readonly yesterday: number
  readonly total: number
}

/**
 * When the studies of a clinic were made, not in order: first those of today, then yesterday's,
 * then the rest of twelve months. Each takes the same number of draws whatever the day is, so that
 * who comes when does not depend on the weekday of the first start.
 */
export function visits(random: Random, plan: Plan): readonly number[] {
  const { now, timeZone } = plan
  const date = dayOf(now, timeZone)
  const opening = atWallTime(date, 8, timeZone)
  // Started before the clinic opens, today's studies are the night's emergencies.
  const start = now >= opening + 30 * minute ? opening : atWallTime(date, 0, timeZone)
  const earlierDays = Array.from({ length: 359 }, (_, index) => daysBefore(date, index + 2))
  const weights = earlierDays.map((day) => [day, dayWeight(day)] as const)

  return Array.from({ length: plan.total }, (_, index) => {
    if (index < plan.today) return Math.floor(start + random.next() * (now - start))
    const chosen =
      index < plan.today + plan.yesterday ? daysBefore(date, 1) : random.weighted(weights)
    return Math.floor(duringOpeningHours(random, chosen, timeZone))
  })
}
