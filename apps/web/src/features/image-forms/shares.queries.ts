import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const sharesQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: ['shares', studyId],
    queryFn: ({ signal }) => call(routes.share.ofStudy, { query: { studyId } }, { signal }),
    // Somebody may have opened one a moment ago.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
