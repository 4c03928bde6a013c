import type { ClinicId, PatientId, StudyId, StudyPageQuery } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.studies

/** Query parameters of a page of studies, without clinic and page size. */
export type StudyPageParams = Omit<z.input<typeof StudyPageQuery>, 'ClinicId' | 'size'>

/** The first page of every study list; it is prefetched after the sign-in. */
const firstPage = {
  search: '',
  sort: 'studyDate',
  desc: '1',
  page: 0,
  patientName: '',
  patientId: '',
} as const satisfies StudyPageParams

export const studyQueries = {
  one: (id: StudyId) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn: ({ signal }) =>
        call(routes.study.one, { params: { id } }, { signal, isQuiet: true }),
    }),
  page: (clinicId: ClinicId, params: StudyPageParams = {}) => {
    const query = { ...firstPage, ...params, ClinicId: clinicId }
    return queryOptions({
      queryKey: [...all, 'page', query],
      queryFn: ({ signal }) => call(routes.study.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    })
  },
  /** Not fetched without an id. */
  ofPatient: (patientId: PatientId | undefined) =>
    queryOptions({
      queryKey: [...all, 'of-patient', patientId],
      queryFn:
        patientId === undefined
          ? skipToken
          : ({ signal }) => call(routes.study.ofPatient, { query: { patientId } }, { signal }),
    }),
  /** The planned and the captured annotations, with the number of their images. */
  annotations: (id: StudyId) =>
    queryOptions({
      queryKey: [...all, 'annotations', id],
      queryFn: ({ signal }) => call(routes.study.annotations, { params: { id } }, { signal }),
    }),
}

export const studyMutations = {
  restore: recordMutation(routes.study.restore, { makesStale: [all] }),
}
