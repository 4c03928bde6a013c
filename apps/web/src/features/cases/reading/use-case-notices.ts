import { caseNoticeKinds, isThreadNotice, threadNoticeKinds } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { caseNoticeMutations, caseNoticeQueries } from '../../../api/records/case-notices.ts'
import { withOwnError } from '../../../api/records/mutation.ts'

function onVisibilityChange(listen: () => void) {
  document.addEventListener('visibilitychange', listen)
  return () => document.removeEventListener('visibilitychange', listen)
}

/** Whether the user can see the tab of the browser. */
const useTabVisible = () =>
  useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')

const otherKinds = caseNoticeKinds.filter((kind) => !isThreadNotice(kind))

/** A failed call leaves the notices unread, and the next change of their number repeats it. */
const useRead = () => useMutation(withOwnError(caseNoticeMutations.read)).mutate

/** The open page of a case is what its notices lead to: it marks them as read while it is visible. */
export function useCaseNoticesRead(caseId: CaseId): void {
  const { data } = useQuery(caseNoticeQueries.unreadOfCase(caseId))
  const isVisible = useTabVisible()
  const read = useRead()
  const unread = data ? data.unread - data.unreadInThread : 0
  useEffect(() => {
    if (isVisible && unread > 0) read({ body: { caseId, kinds: [...otherKinds] } })
  }, [isVisible, unread, read, caseId])
}

/** The notices about texts of the thread stay unread until the newest text is on the screen. */
export function useThreadNoticesRead(caseId: CaseId, isNewestShown: boolean): void {
  const unread = useUnreadInThread(caseId)
  const isVisible = useTabVisible()
  const read = useRead()
  useEffect(() => {
    if (isVisible && isNewestShown && unread > 0)
      read({ body: { caseId, kinds: [...threadNoticeKinds] } })
  }, [isVisible, isNewestShown, unread, read, caseId])
}

/** How many texts of the thread the user has not seen. */
export function useUnreadInThread(caseId: CaseId): number {
  const { data } = useQuery(caseNoticeQueries.unreadOfCase(caseId))
  return data?.unreadInThread ?? 0
}

/**
 * A value that changes when the page must show the thread: a notice about one of its texts was
 * pressed, or the case was opened with texts that the user has not seen. Texts that arrive later
 * are counted only: the page must not change under the hand of its user.
 */
export function useThreadRequest(caseId: CaseId): string | undefined {
  const { hash, key } = useLocation()
  const { data } = useQuery(caseNoticeQueries.unreadOfCase(caseId))
  const [opened, setOpened] = useState<{ caseId: CaseId; hasUnread: boolean }>()
  if (data && opened?.caseId !== caseId) setOpened({ caseId, hasUnread: data.unreadInThread > 0 })
  if (hash === '#messages') return key
  return opened?.caseId === caseId && opened.hasUnread ? `unread ${String(caseId)}` : undefined
}
