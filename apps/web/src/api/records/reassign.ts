import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { owners, patients, studies, dicomSends } = recordKeys
const all = [...patients, 'reassign'] as const
/** The dialog shows the refusal, such as two animals of different species. */
const isQuiet = { isQuiet: true } as const
const meta = { showsOwnError: true } as const

/** The records that a user compares before a merge or move; not fetched without the other one. */
export const reassignQueries = {
  patients: (keepId: PatientId, mergeId: PatientId | undefined) =>
    queryOptions({
      queryKey: [...all, 'patients', keepId, mergeId],
      queryFn:
        mergeId === undefined
          ? skipToken
          : ({ signal }) =>
              call(
                routes.reassign.comparePatients,
                { query: { keepId, mergeId } },
                { signal, ...isQuiet },
              ),
      retry: false,
      meta,
    }),
  owners: (keepId: OwnerId, mergeId: OwnerId | undefined) =>
    queryOptions({
      queryKey: [...all, 'owners', keepId, mergeId],
      queryFn:
        mergeId === undefined
          ? skipToken
          : ({ signal }) =>
              call(
                routes.reassign.compareOwners,
                { query: { keepId, mergeId } },
                { signal, ...isQuiet },
              ),
      retry: false,
      meta,
    }),
  study: (studyId: StudyId, patientId: PatientId | undefined) =>
    queryOptions({
      queryKey: [...all, 'study', studyId, patientId],
      queryFn:
        patientId === undefined
          ? skipToken
          : ({ signal }) =>
              call(
                routes.reassign.compareStudy,
                { query: { studyId, patientId } },
                { signal, ...isQuiet },
              ),
      retry: false,
      meta,
    }),
  ownerOfPatient: (patientId: PatientId, ownerId: OwnerId | undefined) =>
    queryOptions({
      queryKey: [...all, 'owner-of-patient', patientId, ownerId],
      queryFn:
        ownerId === undefined
          ? skipToken
          : ({ signal }) =>
              call(
                routes.reassign.compareOwnerOfPatient,
                { query: { patientId, ownerId } },
                { signal, ...isQuiet },
              ),
      retry: false,
      meta,
    }),
  otherNumbers: (patientId: PatientId) =>
    queryOptions({
      queryKey: [...all, 'numbers', patientId],
      queryFn: ({ signal }) =>
        call(routes.reassign.otherNumbers, { query: { patientId } }, { signal }),
    }),
  history: (query: { readonly patientId: PatientId } | { readonly ownerId: OwnerId }) =>
    queryOptions({
      queryKey: [...all, 'history', query],
      queryFn: ({ signal }) => call(routes.reassign.history, { query }, { signal }),
    }),
}

const makesStale = [patients, owners, studies, dicomSends]
/** The dialog closes at once; the lists show the change when they have been fetched again. */
const effects = { makesStale, isRefetchAwaited: false } as const

export const reassignMutations = {
  mergePatients: recordMutation(routes.reassign.mergePatients, effects),
  mergeOwners: recordMutation(routes.reassign.mergeOwners, effects),
  moveStudy: recordMutation(routes.reassign.moveStudy, effects),
  movePatient: recordMutation(routes.reassign.movePatient, effects),
  forgetNumber: recordMutation(routes.reassign.forgetNumber, { makesStale: [patients] }),
  undo: recordMutation(routes.reassign.undo, effects),
}
