import type { UserId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const all = ['generator-techniques'] as const

export const techniqueQueries = {
  /** The defaults change only with a release of the product. */
  defaults: queryOptions({
    queryKey: [...all, 'defaults'],
    queryFn: ({ signal }) => call(routes.generator.techniques, {}, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnError: true },
  }),
  ofUser: (userId: UserId) =>
    queryOptions({
      queryKey: [...all, 'of-user', userId],
      queryFn: ({ signal }) =>
        call(routes.generator.overrides, { query: { userId } }, { signal, isQuiet: true }),
      meta: { showsOwnError: true },
    }),
}
