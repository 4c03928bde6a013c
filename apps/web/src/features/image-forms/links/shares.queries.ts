import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const sharesQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: ['shares', studyId],
    queryFn: ({ signal }) => call(routes.share.ofStudy, { query: { studyId } }, { signal }),
    // A recipient may have opened a link since the last fetch.
    staleTime: 0,
    meta: { showsOwnError: true },
  })
