import { getSpeciesName } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import type { TFunction } from 'i18next'
import { computeAge } from './age.ts'

export function formatAge(t: TFunction, birthDate: string | null, today: string): string {
  const age = birthDate === null ? undefined : computeAge(birthDate, today)
  if (!age) return ''
  return [
    t('caseReading:age.years', { count: age.years }),
    t('caseReading:age.months', { count: age.months }),
    t('caseReading:age.days', { count: age.days }),
  ].join(', ')
}

export function formatSpecies(t: TFunction, { speciesId }: Pick<CaseDetail, 'speciesId'>): string {
  const species = speciesId === null ? undefined : getSpeciesName(speciesId)
  return species === undefined ? '' : t(`cases:species.${species}`)
}

export const formatWeight = (
  { weight, weightUnit }: Pick<CaseDetail, 'weight' | 'weightUnit'>,
  language: string,
): string =>
  weight === null
    ? ''
    : `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(weight)}\u00a0${weightUnit.toLowerCase()}`
