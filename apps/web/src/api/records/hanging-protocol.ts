import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.hangingProtocols

/** The layouts in which the viewer shows the images of a body part. */
export const hangingQueries = {
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.hangingProtocol.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

export const hangingMutations = {
  save: recordMutation(routes.hangingProtocol.save, { makesStale: [all] }),
  reset: recordMutation(routes.hangingProtocol.reset, { makesStale: [all] }),
}
