import i18next from 'i18next'
import { sessionQuery } from '../api/session.ts'
import { listCopiedStudies, removeCopies } from '../features/reports/state/copy-keys.ts'
import { giveUpUnsavedWork, isOpenWork, saveUnsavedWork } from '../unsaved-work.ts'
import { queryClient } from './query-client.ts'

/** A server that does not answer must not hold up the question to the user. */
const timeoutMs = 5000

/** Undefined if the session has ended or the server cannot be reached. */
const loadUserId = () =>
  queryClient
    .query({ ...sessionQuery, staleTime: 'static', meta: { showsOwnError: true } })
    .then(({ user }) => user.id)
    .catch(() => undefined)

/**
 * Saves the texts that only this browser has: those of the page, and copies of drafts whose page is
 * closed. Returns the names of those that the server still lacks.
 */
export async function saveTexts(): Promise<readonly string[]> {
  const open = await saveUnsavedWork()
  const userId = await loadUserId()
  if (userId === undefined || listCopiedStudies(userId).length === 0) return open
  const { saveKeptDrafts } = await import('../features/reports/drafts/kept-drafts.ts')
  const kept = await saveKeptDrafts(userId, isOpenWork, AbortSignal.timeout(timeoutMs))
  const names = kept.map((name) => name || i18next.t('shell:unsaved.report'))
  return [...new Set([...open, ...names])]
}

/** Signing out leaves no text of the user behind, also of pages that this one has not loaded. */
export function giveUpTexts(): void {
  giveUpUnsavedWork()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (session) removeCopies(session.user.id)
}
