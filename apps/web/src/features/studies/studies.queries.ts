import { routes } from '@talus/contract/routes'
import type { ClinicId, StudyPageQuery } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { studiesKey, studyImagesQuery } from '../../api/study-images.ts'

/** What is asked of a list of studies, besides whose. */
export type StudiesAsked = Omit<z.input<typeof StudyPageQuery>, 'ClinicId' | 'size'>

/** What every list of studies begins with; the page is fetched before anybody asks for it. */
const firstPage = {
  search: '',
  sort: 'studyDate',
  desc: '1',
  page: 0,
  patientName: '',
  patientId: '',
} as const satisfies StudiesAsked

export const studyQueries = {
  all: studiesKey,
  page: (clinicId: ClinicId, asked: StudiesAsked = {}) => {
    const query = { ...firstPage, ...asked, ClinicId: clinicId }
    return queryOptions({
      queryKey: [...studyQueries.all, 'page', query],
      queryFn: ({ signal }) => call(routes.study.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    })
  },
  images: studyImagesQuery,
}
