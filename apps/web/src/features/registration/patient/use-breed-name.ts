import type { BreedId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { breedQuery } from '../../../api/records/breed.ts'

export function useBreedName() {
  const { data } = useQuery(breedQuery)
  return (breedId: BreedId | null) => data?.find(({ id }) => id === breedId)?.name
}
