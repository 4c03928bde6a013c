import type { Day, Instant } from '@talus/contract'

const minute = 60_000
const padDigits = (value: number, length: number) => String(value).padStart(length, '0')

/** The UTC offset of a time zone at an instant, in minutes. */
function getUtcOffset(milliseconds: number, timeZone: string): number {
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
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((local - Math.floor(milliseconds / minute) * minute) / minute)
}

export interface LocalTime {
  /** YYYYMMDD. */
  readonly date: string
  /** HHMMSS.FFF. */
  readonly time: string
}

export interface StudyClock {
  /** Timezone Offset From UTC (0008,0201), for example -0330. */
  readonly offset: string
  readonly at: (instant: Instant) => LocalTime
}

/**
 * The local clock of a clinic during a study. An object has one offset for all its times, and all
 * objects of a study have the same study time: the offset is therefore that of the start of the
 * study, even if daylight saving changes before the last image. /
 */
export function createStudyClock(timeZone: string, start: Instant): StudyClock {
  const utcOffset = getUtcOffset(Date.parse(start), timeZone)
  const [hours, minutes] = [Math.floor(Math.abs(utcOffset) / 60), Math.abs(utcOffset) % 60]
  return {
    offset: `${utcOffset < 0 ? '-' : '+'}${padDigits(hours, 2)}${padDigits(minutes, 2)}`,
    at: (instant) => {
      const local = new Date(Date.parse(instant) + utcOffset * minute).toISOString()
      const [date = '', time = ''] = local.split('T')
      return { date: toDicomDate(date), time: time.replaceAll(':', '').replace('Z', '') }
    },
  }
}

export const toDicomDate = (day: Day) => day.replaceAll('-', '')

const dayMs = 24 * 60 * minute
/** Below this, an age is written in months. */
const monthsUntilYears = 24

/** Formats Patient Age (0010,1010) at the study date; undefined before the birth date. */
export function formatAge(birthDate: Day, date: string): string | undefined {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const [toYear, toMonth, toDay] = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)].map(
    Number,
  )
  if (toYear === undefined || toMonth === undefined || toDay === undefined) return undefined
  const days = (Date.UTC(toYear, toMonth - 1, toDay) - Date.UTC(year, month - 1, day)) / dayMs
  if (!(days >= 0)) return undefined
  const months = 12 * (toYear - year) + (toMonth - month) - (toDay < day ? 1 : 0)
  if (months < 1) return `${padDigits(days, 3)}D`
  if (months < monthsUntilYears) return `${padDigits(months, 3)}M`
  const years = Math.floor(months / 12)
  return years > 999 ? undefined : `${padDigits(years, 3)}Y`
}
