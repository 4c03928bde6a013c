import type { Day } from '@talus/contract'

/** Cached by time zone: a format takes 50 µs and some 20 kB, and a list needs it for every row. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // en-CA writes a day as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export const formatDay = (timeZone: string, now: Date): Day => getFormat(timeZone).format(now)
