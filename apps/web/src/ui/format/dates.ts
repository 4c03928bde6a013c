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

/** YYYY-MM-DD HH:mm:ss in the time zone of the browser. */
export const formatSecond = (instant: string | Date) =>
  getFormatter(undefined, 'second').format(new Date(instant)).replace(',', '')

/** YYYY-MM-DD. */
export const formatDay = (instant: string | Date, timeZone?: string) =>
  getFormatter(timeZone, 'day').format(new Date(instant))

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
  const digits = text.replace(/\D+/gu, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}

export const formatClockTime = (instant: Date) => formatDateTime(instant).slice(-5)
