import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.protocols

export const protocolQueries = {
  /**
   * The server names built-in protocols in the language of the user, so the language is part of the
   * key.
   */
  list: (clinicId: ClinicId, language: string) =>
    queryOptions({
      queryKey: [...all, clinicId, language],
      queryFn: ({ signal }) =>
        call(routes.protocol.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

export const protocolMutations = {
  create: recordMutation(routes.protocol.create, { makesStale: [all] }),
  update: recordMutation(routes.protocol.update, { makesStale: [all] }),
  remove: recordMutation(routes.protocol.remove, { makesStale: [all] }),
  restore: recordMutation(routes.protocol.restore, { makesStale: [all] }),
}
