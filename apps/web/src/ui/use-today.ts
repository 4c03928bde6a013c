import { useState } from 'react'
import { day } from './dates.ts'

/** The day on which the component appeared, YYYY-MM-DD: where the clinic is, or the browser. */
export function useToday(timeZone?: string): string {
  const [today] = useState(() => day(new Date(), timeZone))
  return today
}
