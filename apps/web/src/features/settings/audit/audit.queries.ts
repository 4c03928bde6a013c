import { routes } from '@talus/contract/routes'
import type { RouteRequest } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

type PageQuery = NonNullable<RouteRequest<typeof routes.audit.page>['query']>

export const auditQueries = {
  page: (query: PageQuery) =>
    queryOptions({
      queryKey: ['audit', query],
      queryFn: ({ signal }) => call(routes.audit.page, { query }, { signal }),
      placeholderData: keepPreviousData,
      // A user who has just changed something expects to see it here.
      staleTime: 0,
    }),
  /** Includes deleted clinics, which old audit events still refer to. */
  clinicNames: () =>
    queryOptions({
      queryKey: ['clinics', 'names'],
      queryFn: ({ signal }) => call(routes.clinic.list, {}, { signal }),
      select: (clinics) => new Map<number, string>(clinics.map(({ id, name }) => [id, name])),
    }),
}
