import { useTranslation } from 'react-i18next'
import { ageOn } from './age.ts'

/** The age in words, or nothing where the day of birth is not known. */
export function useAge(today: string) {
  const { t } = useTranslation()
  return (birthDate: string | null): string => {
    const age = birthDate === null ? undefined : ageOn(birthDate, today)
    return age ? t(`registration:age.${age.unit}`, { count: age.count }) : ''
  }
}
