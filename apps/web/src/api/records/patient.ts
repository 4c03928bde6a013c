import type { ClinicId, OwnerId, PatientId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.patients

export const patientQueries = {
  /** Not fetched without an id. */
  one: (id: PatientId | undefined) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn:
        id === undefined
          ? skipToken
          : ({ signal }) => call(routes.patient.one, { params: { id } }, { signal, isQuiet: true }),
    }),
  /** The active patients of an owner. Not fetched without an id. */
  ofOwner: (clinicId: ClinicId, ownerId: OwnerId | undefined) =>
    queryOptions({
      queryKey: [...all, 'of-owner', clinicId, ownerId],
      queryFn:
        ownerId === undefined
          ? skipToken
          : async ({ signal }) => {
              const query = { ClinicId: clinicId, ownerId }
              const patients = await call(routes.patient.list, { query }, { signal })
              return patients.filter(({ status }) => status === 'Active')
            },
    }),
  suggest: (clinicId: ClinicId, text: string) =>
    queryOptions({
      queryKey: [...all, 'suggest', clinicId, text],
      queryFn: ({ signal }) =>
        call(
          routes.patient.suggest,
          { query: { ClinicId: clinicId, text } },
          { signal, isQuiet: true },
        ),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 5000,
    }),
}

/** Suggestions of owners and study lists contain the names of patients. */
const makesStale = [all, recordKeys.owners, recordKeys.studies]

export const patientMutations = {
  create: recordMutation(routes.patient.create, {
    makesStale,
    cache: (client, saved) => client.setQueryData(patientQueries.one(saved.id).queryKey, saved),
  }),
  update: recordMutation(routes.patient.update, {
    makesStale,
    cache: (client, saved) => client.setQueryData(patientQueries.one(saved.id).queryKey, saved),
  }),
  /** Makes the patient inactive. The page deselects it before the lists have been fetched again. */
  remove: recordMutation(routes.patient.update, { makesStale, isRefetchAwaited: false }),
}
