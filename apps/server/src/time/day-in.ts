import type { Day } from '@talus/contract'

/** Made once for each zone: one takes 50 µs and some 20 kB, and a list asks for every line. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // en-CA writes a day as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** Which day it is there. */
export const dayIn = (timeZone: string, now: Date): Day => formatOf(timeZone).format(now)
