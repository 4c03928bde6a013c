import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { clinicQueries } from '../../../api/records/clinic.ts'
import type { PageQuery } from '../../../api/records/page-query.ts'

export const auditQueries = {
  page: (query: PageQuery<typeof routes.audit.page>) =>
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
      ...clinicQueries.list(),
      select: (clinics) => new Map<number, string>(clinics.map(({ id, name }) => [id, name])),
    }),
}
