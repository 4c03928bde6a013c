import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The key of every query about studies. */
export const studiesKey = ['studies'] as const

/** The images that are shown and may be sent; rejected images are stored but not shown. */
export const studyImagesQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: [...studiesKey, 'images', studyId],
    queryFn: ({ signal }) =>
      call(routes.image.ofStudy, { query: { studyId, isRejected: '0' } }, { signal }),
  })
