import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

/** Breeds change with a release of the product, not during a day. */
export const breedQuery = queryOptions({
  queryKey: ['breeds'],
  queryFn: ({ signal }) => call(routes.breed.list, {}, { signal, isQuiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
})
