import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const protocolQueries = {
  all: ['protocols'] as const,
  /** Those of the product are named in the reader's language, by the server. */
  list: (clinicId: ClinicId, language: string) =>
    queryOptions({
      queryKey: [...protocolQueries.all, clinicId, language],
      queryFn: ({ signal }) =>
        call(routes.protocol.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}
