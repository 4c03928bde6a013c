/** The moment a day begins where the browser is. Days that a person is still typing may be none. */
function midnight(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(2000, 0, 1)
  // Not by the constructor, which takes the year 26 for 1926.
  moment.setFullYear(year, month - 1, date + daysLater)
  const isKnown = !Number.isNaN(moment.getTime())
  // Outside of these years an instant is written in another form, which the server does not know.
  return isKnown && moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9999
    ? moment.toISOString()
    : undefined
}

/**
 * Two days of a calendar as the instants between which they lie: the first is included, and so is
 * all of the last one, however many hours the clocks give it.
 */
export const instantsOf = (from: string, to: string) => ({
  from: midnight(from, 0),
  to: midnight(to, 1),
})
