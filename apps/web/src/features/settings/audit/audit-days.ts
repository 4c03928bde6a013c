/** Returns the start of a day in the time zone of the browser; undefined for an incomplete day. */
function toMidnight(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(2000, 0, 1)
  // Not set by the constructor, which takes the year 26 for 1926.
  moment.setFullYear(year, month - 1, date + daysLater)
  const isValid = !Number.isNaN(moment.getTime())
  // ISO 8601 writes other years in an extended form that the server does not accept.
  return isValid && moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9999
    ? moment.toISOString()
    : undefined
}

/**
 * Converts two calendar days to the instants between them. Both days are included in full, whatever
 * their length because of daylight saving time.
 */
export const toInstants = (from: string, to: string) => ({
  from: toMidnight(from, 0),
  to: toMidnight(to, 1),
})
