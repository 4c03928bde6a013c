import type { CaseId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.caseNotices
/** The bell is beside every page: an error there would cover the work of the user. */
const quiet = { showsOwnError: true } as const

export const caseNoticeQueries = {
  list: queryOptions({
    queryKey: [...all, 'list'],
    queryFn: ({ signal }) => call(routes.radCase.notices, {}, { signal, isQuiet: true }),
    meta: quiet,
  }),
  unread: queryOptions({
    queryKey: [...all, 'unread'],
    queryFn: ({ signal }) => call(routes.radCase.unreadNotices, {}, { signal, isQuiet: true }),
    meta: quiet,
  }),
  /** Always fetched: the page of the case marks them as read. */
  unreadOfCase: (caseId: CaseId) =>
    queryOptions({
      queryKey: [...all, 'unread', caseId],
      queryFn: ({ signal }) =>
        call(routes.radCase.unreadNotices, { query: { caseId } }, { signal, isQuiet: true }),
      staleTime: 0,
      gcTime: 0,
      meta: quiet,
    }),
  /** The critical findings that the clinic has not acknowledged. */
  critical: queryOptions({
    queryKey: [...all, 'critical'],
    queryFn: ({ signal }) => call(routes.radCase.unacknowledged, {}, { signal, isQuiet: true }),
    meta: quiet,
  }),
  preferences: queryOptions({
    queryKey: [...all, 'preferences'],
    queryFn: ({ signal }) => call(routes.radCase.noticePreferences, {}, { signal }),
  }),
}

export const caseNoticeMutations = {
  read: recordMutation(routes.radCase.readNotices, { makesStale: [all] }),
  savePreferences: recordMutation(routes.radCase.saveNoticePreferences, { makesStale: [all] }),
  acknowledge: recordMutation(routes.radCase.acknowledge, {
    makesStale: [all, recordKeys.cases],
  }),
}
