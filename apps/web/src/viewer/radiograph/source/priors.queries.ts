import { routes } from '@talus/contract/routes'
import type { PatientId, StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { studyQueries } from '../../../api/records/study.ts'

export const patientStudiesQuery = (patientId: PatientId) => ({
  ...studyQueries.ofPatient(patientId),
  meta: { showsOwnError: true },
})

/** Saved viewer state of an earlier study. */
export const priorStateQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: ['viewerState', 'prior', studyId],
    queryFn: ({ signal }) =>
      call(routes.viewerState.ofStudy, { params: { studyId } }, { signal, isQuiet: true }),
    staleTime: 60_000,
    retry: false,
    meta: { showsOwnError: true },
  })
