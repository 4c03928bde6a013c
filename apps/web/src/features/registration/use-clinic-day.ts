import { useEffect, useState } from 'react'
import { formatDay } from '../../ui/format/dates.ts'

const intervalMs = 15_000

/** Date of today in the time zone of the clinic, YYYY-MM-DD; updated at midnight. */
export function useClinicDay(timeZone: string): string {
  const [today, setToday] = useState(() => formatDay(new Date(), timeZone))
  useEffect(() => {
    const update = () => setToday(formatDay(new Date(), timeZone))
    update()
    const timer = setInterval(update, intervalMs)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}
