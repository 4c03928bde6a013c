import { useState } from 'react'
import { formatDay } from '../format/dates.ts'

/**
 * The day on which the component was mounted, YYYY-MM-DD, in the time zone of the clinic or the
 * browser.
 */
export function useToday(timeZone?: string): string {
  const [today] = useState(() => formatDay(new Date(), timeZone))
  return today
}
