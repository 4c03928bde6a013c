import { routes } from '@talus/contract/routes'
import type { ClinicId, StudyPageQuery } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { studiesKey, studyImagesQuery } from '../../api/study-images.ts'

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
  all: studiesKey,
  page: (clinicId: ClinicId, params: StudyPageParams = {}) => {
    const query = { ...firstPage, ...params, ClinicId: clinicId }
    return queryOptions({
      queryKey: [...studyQueries.all, 'page', query],
      queryFn: ({ signal }) => call(routes.study.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    })
  },
  images: studyImagesQuery,
}
