import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Every list of studies, and what hangs on them. */
export const studiesKey = ['studies'] as const

/** Those that are shown and may be sent: rejected ones are kept, and seen by nobody. */
export const studyImagesQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: [...studiesKey, 'images', studyId],
    queryFn: ({ signal }) =>
      call(routes.image.ofStudy, { query: { studyId, isRejected: '0' } }, { signal }),
  })
