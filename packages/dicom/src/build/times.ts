import type { Day, Instant } from '@talus/contract'

const minute = 60_000
const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** How far the clocks of a zone are before UTC at an instant. */
function minutesAhead(milliseconds: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(milliseconds)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((shown - Math.floor(milliseconds / minute) * minute) / minute)
}

export interface LocalTime {
  /** YYYYMMDD. */
  readonly date: string
  /** HHMMSS.FFF. */
  readonly time: string
}

export interface Clock {
  /** Timezone Offset From UTC (0008,0201), for example -0330. */
  readonly offset: string
  readonly at: (instant: Instant) => LocalTime
}

/**
 * The clock of a clinic during a study. One object has one offset for all its times, and all objects
 * of a study have the same study time: so the offset is that of the beginning, even when the clocks
 * are changed before the last image.
 */
export function clockOf(timeZone: string, start: Instant): Clock {
  const ahead = minutesAhead(Date.parse(start), timeZone)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return {
    offset: `${ahead < 0 ? '-' : '+'}${digits(hours, 2)}${digits(minutes, 2)}`,
    at: (instant) => {
      const shown = new Date(Date.parse(instant) + ahead * minute).toISOString()
      const [date = '', time = ''] = shown.split('T')
      return { date: dateOfDay(date), time: time.replaceAll(':', '').replace('Z', '') }
    },
  }
}

export const dateOfDay = (day: Day) => day.replaceAll('-', '')

const dayMs = 24 * 60 * minute
/** Below, an animal's age is told in the smaller unit. */
const monthsUntilYears = 24

/** Patient Age (0010,1010) on the date of the study; nothing for one who is not born yet. */
export function ageOn(birthDate: Day, date: string): string | undefined {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const [toYear, toMonth, toDay] = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)].map(
    Number,
  )
  if (toYear === undefined || toMonth === undefined || toDay === undefined) return undefined
  const days = (Date.UTC(toYear, toMonth - 1, toDay) - Date.UTC(year, month - 1, day)) / dayMs
  if (!(days >= 0)) return undefined
  const months = 12 * (toYear - year) + (toMonth - month) - (toDay < day ? 1 : 0)
  if (months < 1) return `${digits(days, 3)}D`
  if (months < monthsUntilYears) return `${digits(months, 3)}M`
  const years = Math.floor(months / 12)
  return years > 999 ? undefined : `${digits(years, 3)}Y`
}
