import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { setUp } = recordKeys

export const setUpQueries = {
  /** Whether the system waits for its first user. */
  state: () =>
    queryOptions({
      queryKey: [...setUp, 'state'],
      queryFn: ({ signal }) => call(routes.setUp.state, {}, { signal }),
      meta: { showsOwnError: true },
    }),
  progress: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...setUp, 'progress', clinicId],
      queryFn: ({ signal }) => call(routes.setUp.progress, { params: { clinicId } }, { signal }),
      meta: { showsOwnError: true },
    }),
  addresses: () =>
    queryOptions({
      queryKey: [...setUp, 'addresses'],
      queryFn: ({ signal }) => call(routes.setUp.addresses, {}, { signal }),
      meta: { showsOwnError: true },
    }),
}

export const setUpMutations = {
  skip: recordMutation(routes.setUp.skip, { makesStale: [setUp] }),
}
