import { routes } from '@talus/contract/routes'
import type { PatientId, StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { studiesKey } from '../../../api/study-images.ts'

export const patientStudiesQuery = (patientId: PatientId) =>
  queryOptions({
    queryKey: [...studiesKey, 'ofPatient', patientId],
    queryFn: ({ signal }) => call(routes.study.ofPatient, { query: { patientId } }, { signal }),
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
