export interface Age {
  readonly unit: 'days' | 'months' | 'years'
  readonly count: number
}

const splitDay = (day: string) => day.split('-').map(Number)

/**
 * Computes the age in whole days, months or years; dates are YYYY-MM-DD. Undefined before the
 * birth.
 */
export function computeAge(birthDate: string, today: string): Age | undefined {
  if (birthDate > today) return undefined
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = splitDay(birthDate)
  const [year = 0, month = 0, dayOfMonth = 0] = splitDay(today)
  const months = (year - bornYear) * 12 + month - bornMonth - (dayOfMonth < bornDay ? 1 : 0)
  // Years from the age of two on; below that months, such as 18 months for a puppy.
  if (months >= 24) return { unit: 'years', count: Math.floor(months / 12) }
  if (months >= 1) return { unit: 'months', count: months }
  return {
    unit: 'days',
    count: Math.round((Date.parse(today) - Date.parse(birthDate)) / 86_400_000),
  }
}
