export interface Age {
  readonly years: number
  readonly months: number
  readonly days: number
}

/** The age on a day; undefined for a birth date after it. Both are YYYY-MM-DD. */
export function computeAge(birthDate: string, today: string): Age | undefined {
  if (birthDate > today) return undefined
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split('-').map(Number)
  const isBeforeDay = thisDay < day
  const wholeMonths = (thisYear - year) * 12 + thisMonth - month - (isBeforeDay ? 1 : 0)
  // The days since the last day of a month on which the animal became a month older.
  const lastTurn = Date.UTC(year, month - 1 + wholeMonths, 1)
  const monthLength = new Date(Date.UTC(year, month + wholeMonths, 0)).getUTCDate()
  const turnedOn = lastTurn + (Math.min(day, monthLength) - 1) * 86_400_000
  const days = Math.round((Date.UTC(thisYear, thisMonth - 1, thisDay) - turnedOn) / 86_400_000)
  return { years: Math.floor(wholeMonths / 12), months: wholeMonths % 12, days }
}
