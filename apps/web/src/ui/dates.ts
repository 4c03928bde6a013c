/** Sweden writes dates and times as the product does: 2026-03-09 14:05. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string | undefined, withTime: boolean) {
  const key = `${timeZone ?? ''}|${withTime}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(withTime && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ...(timeZone !== undefined && { timeZone }),
  })
  formatters.set(key, made)
  return made
}

/** YYYY-MM-DD HH:mm where the clinic is, or where the browser is when no zone is given. */
export const dateTime = (instant: string | Date, timeZone?: string) =>
  formatter(timeZone, true).format(new Date(instant)).replace(',', '')

/** YYYY-MM-DD. */
export const day = (instant: string | Date, timeZone?: string) =>
  formatter(timeZone, false).format(new Date(instant))

/** The same day of an earlier month, or that month's last: 3 months before 2026-05-31 is 2026-02-28. */
export function monthsBefore(from: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = from.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const date = Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastOfMonth))
  return new Date(date).toISOString().slice(0, 10)
}

/** Whether the text is a day of the calendar: 2026-02-30 is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** Digits become a day while they are typed: 20260309 is 2026-03-09; what was pasted may have dots. */
export function typedDay(text: string): string {
  const digits = text.replace(/\D+/gu, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}

export const clockTime = (instant: Date) => dateTime(instant).slice(-5)
