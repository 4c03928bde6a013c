import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

/** The address with which download links begin. */
export const linkAddressQueries = {
  ofClinic: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...recordKeys.linkAddress, clinicId],
      queryFn: ({ signal }) =>
        call(routes.linkAddress.ofClinic, { params: { clinicId } }, { signal }),
      meta: { showsOwnError: true },
    }),
}

export const linkAddressMutations = {
  update: recordMutation(routes.linkAddress.update, {
    makesStale: [recordKeys.linkAddress, recordKeys.setUp],
  }),
}
