import { useEffect, useState } from 'react'
import { day } from '../../ui/dates.ts'

const everyMs = 15_000

/** YYYY-MM-DD where the clinic is; a screen that stays open over midnight follows. */
export function useClinicDay(timeZone: string): string {
  const [today, setToday] = useState(() => day(new Date(), timeZone))
  useEffect(() => {
    const look = () => setToday(day(new Date(), timeZone))
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}
