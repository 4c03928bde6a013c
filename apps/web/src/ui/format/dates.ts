/** The Swedish locale has the format of the product: 2026-03-09 14:05. */
const formatters = new Map<string, Intl.DateTimeFormat>()
type Precision = 'day' | 'minute' | 'second'
function getFormatter(timeZone: string | undefined, precision: Precision) {
  const key = `${timeZone ?? ''}|${precision}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(precision !== 'day' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ...(precision === 'second' && { second: '2-digit' }),
    ...(timeZone !== undefined && { timeZone }),
  })
  formatters.set(key, made)
  return made
}

/** YYYY-MM-DD HH:mm in the time zone of the clinic, or of the browser if none is given. */
export const formatDateTime = (instant: string | Date, timeZone?: string) =>
  getFormatter(timeZone, 'minute').format(new Date(instant)).replace(',', '')

/** YYYY-MM-DD HH:mm:ss in the time zone of the clinic, or of the browser if none is given. */
export const formatSecond = (instant: string | Date, timeZone?: string) =>
  getFormatter(timeZone, 'second').format(new Date(instant)).replace(',', '')

/** YYYY-MM-DD. */
export const formatDay = (instant: string | Date, timeZone?: string) =>
  getFormatter(timeZone, 'day').format(new Date(instant))

/** A day as the language writes it, such as "10 February 2026"; reports print days in this way. */
export const formatLongDay = (day: string, language: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))

/** The largest units come first; below a minute the result is "now". */
const agoUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats how long ago an instant was, such as "2 hours ago" or "hier". */
export function formatTimeAgo(instant: string, now: Date, language: string): string {
  const seconds = Math.max(0, (now.getTime() - new Date(instant).getTime()) / 1000)
  const [unit, length] = agoUnits.find(([, least]) => seconds >= least) ?? ['second', Infinity]
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return format.format(0 - Math.floor(seconds / length), unit)
}

/** The zone of the clinic for users, if clocks of the browser differ from it now. */
export const findOtherZone = (timeZone: string, now: Date): string | undefined =>
  formatDateTime(now, timeZone) === formatDateTime(now) ? undefined : timeZone.replaceAll('_', ' ')

/**
 * The same day of an earlier month, or that month's last: 3 months before 2026-05-31 is 2026-02-28.
 */
export function subtractMonths(from: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = from.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const date = Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastOfMonth))
  return new Date(date).toISOString().slice(0, 10)
}

/** Whether the text is a day of the calendar: 2026-02-30 is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/**
 * Formats digits as a day while the user types: 20260309 becomes 2026-03-09; pasted text may have
 * dots.
 */
export function formatTypedDay(text: string): string {
  const [year = '', month = '', ...rest] = text.split(/\D+/u)
  // A separator ends the month: 2020-1-5 is a day of January, not the fifteenth month.
  const isMonthEnded = year.length === 4 && month.length === 1 && rest.length > 0
  const digits = [year, isMonthEnded ? `0${month}` : month, ...rest].join('').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}

/** Completes a typed day when the user leaves the field: 2020-01-5 becomes 2020-01-05. */
export const completeTypedDay = (text: string) =>
  text.replace(/^(\d{4}-\d{2}-)(\d)$/u, (_day, start: string, day: string) => `${start}0${day}`)

/** The words for years, months and weeks of an age, in both languages. */
const ageUnits = { years: /^(?:y|a|j)/iu, months: /^m/iu, weeks: /^(?:w|s)/iu } as const

/**
 * Computes the day of birth from an age such as `3y 2m`, `3 ans` or `10 weeks`; undefined if the
 * text is no age. The day is an estimate.
 */
export function parseAge(text: string, today: string): string | undefined {
  const parts = [...text.matchAll(/(\d{1,3})\s*([a-zà-ÿ]+)\.?/giu)]
  const rest = text.replaceAll(/\d{1,3}\s*[a-zà-ÿ]+\.?|\bet\b|\band\b|[\s,]+/giu, '')
  if (parts.length === 0 || rest !== '') return undefined
  let months = 0
  let days = 0
  for (const [, count, word = ''] of parts) {
    if (ageUnits.years.test(word)) months += 12 * Number(count)
    else if (ageUnits.months.test(word)) months += Number(count)
    else if (ageUnits.weeks.test(word)) days += 7 * Number(count)
    else return undefined
  }
  if (months > 1200) return undefined
  const day = new Date(`${subtractMonths(today, months)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

export const formatClockTime = (instant: Date, timeZone?: string) =>
  formatDateTime(instant, timeZone).slice(-5)

/** The time zone of the reader's computer, in which the pages show times. */
export const getReaderZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
