import type { Day } from '@talus/contract'

/** Which day it is there. en-CA writes a day as YYYY-MM-DD. */
export const dayIn = (timeZone: string, now: Date): Day =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
