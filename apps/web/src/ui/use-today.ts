import { useState } from 'react'
import { day } from './dates.ts'

/** The day on which the component appeared, YYYY-MM-DD where the browser is. */
export function useToday(): string {
  const [today] = useState(() => day(new Date()))
  return today
}
