import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'
import type { PageQuery } from './page-query.ts'

const all = recordKeys.clinics

export const clinicQueries = {
  /** Includes deleted clinics. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: ({ signal }) => call(routes.clinic.list, {}, { signal }),
    }),
  page: (query: PageQuery<typeof routes.clinic.page>) =>
    queryOptions({
      queryKey: [...all, 'page', query],
      queryFn: ({ signal }) => call(routes.clinic.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: ClinicId) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn: ({ signal }) => call(routes.clinic.one, { params: { id } }, { signal }),
    }),
}

export const clinicMutations = {
  /** Creates the first user of the clinic, too. */
  createWithUser: recordMutation(routes.clinic.createWithUser, {
    makesStale: [all, recordKeys.users],
  }),
  /** The session contains the user's own clinic. */
  update: recordMutation(routes.clinic.update, {
    makesStale: [all, recordKeys.session],
    cache: (client, saved) => client.setQueryData(clinicQueries.one(saved.id).queryKey, saved),
  }),
  remove: recordMutation(routes.clinic.remove, { makesStale: [all, recordKeys.users] }),
}
