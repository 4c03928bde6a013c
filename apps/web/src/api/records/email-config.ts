import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.emailConfigs

export const emailConfigQueries = {
  defaults: () =>
    queryOptions({
      queryKey: ['email-defaults'],
      queryFn: ({ signal }) => call(routes.emailConfig.defaults, {}, { signal }),
      // A server setting: it does not change until the server restarts.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ofClinic: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.emailConfig.ofClinic, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

const makesStale = [all, recordKeys.setUp]
export const emailConfigMutations = {
  create: recordMutation(routes.emailConfig.create, { makesStale }),
  update: recordMutation(routes.emailConfig.update, { makesStale }),
}

/** An e-mail with a link creates a share. */
export const sendEmail = recordMutation(routes.emailConfig.send, {
  makesStale: [recordKeys.shares],
})
