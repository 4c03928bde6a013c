import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { studiesKey } from '../../api/study-images.ts'

/**
 * Cached data of an earlier visit is fetched again, so that the page starts from what the server
 * has.
 */
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const
const ownError = { meta: { showsOwnError: true } } as const
const unassignedPollMs = 30_000

export const captureQueries = {
  all: ['capture'] as const,
  study: (id: StudyId) =>
    queryOptions({
      ...ownError,
      ...fresh,
      queryKey: [...captureQueries.all, 'study', id],
      queryFn: ({ signal }) => call(routes.study.one, { params: { id } }, { signal }),
    }),
  patient: (id: PatientId) =>
    queryOptions({
      ...ownError,
      queryKey: [...captureQueries.all, 'patient', id],
      queryFn: ({ signal }) => call(routes.patient.one, { params: { id } }, { signal }),
    }),
  owner: (id: OwnerId) =>
    queryOptions({
      ...ownError,
      queryKey: [...captureQueries.all, 'owner', id],
      queryFn: ({ signal }) => call(routes.owner.one, { params: { id } }, { signal }),
    }),
  annotations: (id: StudyId) =>
    queryOptions({
      ...ownError,
      ...fresh,
      // Below the key of the studies: a change of their images also changes the counts.
      queryKey: [...studiesKey, 'annotations', id],
      queryFn: ({ signal }) => call(routes.study.annotations, { params: { id } }, { signal }),
    }),
  unassigned: queryOptions({
    ...ownError,
    queryKey: ['capture', 'unassigned'],
    queryFn: ({ signal }) => call(routes.image.unassigned, {}, { signal, isQuiet: true }),
    refetchInterval: unassignedPollMs,
  }),
}
