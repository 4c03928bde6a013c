import { formatBreed } from '@talus/anatomy'
import type { BreedId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../../api/records/breed.ts'
import { toLanguage } from '../../../language.ts'

export function useBreedName() {
  const { i18n } = useTranslation()
  const { data } = useQuery(breedQuery)
  return (breedId: BreedId | null) => {
    const stored = data?.find(({ id }) => id === breedId)?.name
    return stored === undefined ? undefined : formatBreed(stored, toLanguage(i18n.language))
  }
}
