import type { ClinicId, OwnerId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.owners

export const ownerQueries = {
  /** Not fetched without an id. */
  one: (id: OwnerId | undefined) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn:
        id === undefined
          ? skipToken
          : ({ signal }) => call(routes.owner.one, { params: { id } }, { signal }),
    }),
  suggest: (clinicId: ClinicId, text: string) =>
    queryOptions({
      queryKey: [...all, 'suggest', clinicId, text],
      queryFn: ({ signal }) =>
        call(
          routes.owner.suggest,
          { query: { ClinicId: clinicId, text } },
          { signal, isQuiet: true },
        ),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 5000,
    }),
}

/** Suggestions of patients and study lists contain the names of owners. */
const makesStale = [all, recordKeys.patients, recordKeys.studies]
/** The next form opens at once; the cached owner is shown meanwhile. */
const isRefetchAwaited = false

export const ownerMutations = {
  create: recordMutation(routes.owner.create, {
    makesStale,
    isRefetchAwaited,
    cache: (client, saved) => client.setQueryData(ownerQueries.one(saved.id).queryKey, saved),
  }),
  update: recordMutation(routes.owner.update, {
    makesStale,
    isRefetchAwaited,
    cache: (client, saved) => client.setQueryData(ownerQueries.one(saved.id).queryKey, saved),
  }),
}
