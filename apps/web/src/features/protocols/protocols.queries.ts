import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const protocolQueries = {
  all: ['protocols'] as const,
  /**
   * The server names built-in protocols in the language of the user, so the language is part of the
   * key.
   */
  list: (clinicId: ClinicId, language: string) =>
    queryOptions({
      queryKey: [...protocolQueries.all, clinicId, language],
      queryFn: ({ signal }) =>
        call(routes.protocol.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}
