import type { Instant } from '@talus/contract'

/** Made once for each zone, as in day-in.ts. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes YYYY-MM-DD HH:mm.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  formats.set(timeZone, format)
  return format
}

/** What clock and calendar showed there: YYYY-MM-DD HH:mm. */
export const minuteIn = (timeZone: string, instant: Instant): string =>
  formatOf(timeZone).format(new Date(instant))
