import type { StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.shares

export const shareQueries = {
  ofStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...all, studyId],
      queryFn: ({ signal }) => call(routes.share.ofStudy, { query: { studyId } }, { signal }),
      // A recipient may have opened a link since the last fetch.
      staleTime: 0,
      meta: { showsOwnError: true },
    }),
}

export const shareMutations = {
  create: recordMutation(routes.share.create, { makesStale: [all] }),
  revoke: recordMutation(routes.share.revoke, { makesStale: [all] }),
}
