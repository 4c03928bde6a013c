import { routes } from '@talus/contract/routes'
import type { CallOf } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

type PageQuery = NonNullable<CallOf<typeof routes.audit.page>['query']>

export const auditQueries = {
  page: (query: PageQuery) =>
    queryOptions({
      queryKey: ['audit', query],
      queryFn: ({ signal }) => call(routes.audit.page, { query }, { signal }),
      placeholderData: keepPreviousData,
      // Whoever comes from a change wants to see it here.
      staleTime: 0,
    }),
  /** Deleted clinics too: the trail goes on naming them. */
  clinicNames: () =>
    queryOptions({
      queryKey: ['clinics', 'names'],
      queryFn: ({ signal }) => call(routes.clinic.list, {}, { signal }),
      select: (clinics) => new Map<number, string>(clinics.map(({ id, name }) => [id, name])),
    }),
}
