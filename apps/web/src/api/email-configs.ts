import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export const emailQueries = {
  all: ['email-configs'] as const,
  defaults: () =>
    queryOptions({
      queryKey: ['email-defaults'],
      queryFn: ({ signal }) => call(routes.emailConfig.defaults, {}, { signal }),
      // A server setting: it does not change until the server restarts.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ofClinic: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...emailQueries.all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.emailConfig.ofClinic, { query: { ClinicId: clinicId } }, { signal }),
    }),
}
