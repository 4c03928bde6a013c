import { useTranslation } from 'react-i18next'
import { computeAge } from './age.ts'

/** Returns a function that formats the age; empty if the birth date is unknown. */
export function useAge(today: string) {
  const { t } = useTranslation()
  return (birthDate: string | null): string => {
    const age = birthDate === null ? undefined : computeAge(birthDate, today)
    return age ? t(`registration:age.${age.unit}`, { count: age.count }) : ''
  }
}
