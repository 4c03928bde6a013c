export interface Age {
  readonly unit: 'days' | 'months' | 'years'
  readonly count: number
}

const parts = (day: string) => day.split('-').map(Number)

/** Whole days, months or years from one YYYY-MM-DD to another; undefined before the birth. */
export function ageOn(birthDate: string, today: string): Age | undefined {
  if (birthDate > today) return undefined
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = parts(birthDate)
  const [year = 0, month = 0, dayOfMonth = 0] = parts(today)
  const months = (year - bornYear) * 12 + month - bornMonth - (dayOfMonth < bornDay ? 1 : 0)
  // A two-year-old is told in years, a puppy of 18 months in months.
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 1) return { unit: 'months', count: months }
  return {
    unit: 'days',
    count: Math.round((Date.parse(today) - Date.parse(birthDate)) / 86_400_000),
  }
}
