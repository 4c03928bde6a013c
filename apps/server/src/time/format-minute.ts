import type { Instant } from '@talus/contract'

/** Cached by time zone, as in format-day.ts. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // sv-SE writes YYYY-MM-DD HH:mm.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  formats.set(timeZone, format)
  return format
}

/** Local date and time of an instant in a time zone, as YYYY-MM-DD HH:mm. */
export const formatMinute = (timeZone: string, instant: Instant): string =>
  getFormat(timeZone).format(new Date(instant))
