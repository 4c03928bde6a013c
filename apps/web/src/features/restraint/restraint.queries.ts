import type { StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const restraintQueries = {
  ofStudy: (id: StudyId) =>
    queryOptions({
      queryKey: ['restraint', id],
      queryFn: ({ signal }) => call(routes.study.restraint, { params: { id } }, { signal }),
    }),
  exposures: (id: StudyId) =>
    queryOptions({
      queryKey: ['restraint', 'exposures', id],
      queryFn: ({ signal }) => call(routes.restraint.exposures, { params: { id } }, { signal }),
      // Every exposure changes the list, so it is fetched whenever it is shown.
      staleTime: 0,
    }),
  names: (id: StudyId) =>
    queryOptions({
      queryKey: ['restraint', 'names', id],
      queryFn: ({ signal }) => call(routes.study.holders, { params: { id } }, { signal }),
    }),
}
