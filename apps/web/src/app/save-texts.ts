import i18next from 'i18next'
import { sessionQuery } from '../api/session.ts'
import { listCopiedTexts, removeCopiedTexts } from '../features/cases/shared/copy-keys.ts'
import { listCopiedStudies, removeCopies } from '../features/reports/state/copy-keys.ts'
import { languageReady } from '../language.ts'
import { giveUpUnsavedWork, isOpenWork, saveUnsavedWork } from '../unsaved-work.ts'
import type { LeftTexts } from '../unsaved-work.ts'
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
export async function saveTexts(): Promise<LeftTexts> {
  const open = await saveUnsavedWork()
  const userId = await loadUserId()
  if (userId === undefined) return { unsaved: open, unsent: [] }
  const [reports, ofCases] = await Promise.all([saveReports(userId), saveCaseTexts(userId)])
  return {
    unsaved: [...new Set([...open, ...reports, ...ofCases.unsaved])],
    unsent: [...new Set(ofCases.unsent)],
  }
}

async function saveReports(userId: number): Promise<readonly string[]> {
  if (listCopiedStudies(userId).length === 0) return []
  const { saveKeptDrafts } = await import('../features/reports/drafts/kept-drafts.ts')
  const names = await saveKeptDrafts(userId, isOpenWork, AbortSignal.timeout(timeoutMs))
  return names.map((name) => name || i18next.t('shell:unsaved.report'))
}

async function saveCaseTexts(userId: number): Promise<LeftTexts> {
  if (listCopiedTexts(userId).length === 0) return { unsaved: [], unsent: [] }
  // A typed address starts the page here, before its texts are loaded.
  await languageReady
  const { saveKeptTexts } = await import('../features/cases/reading/kept-texts.ts')
  return saveKeptTexts(userId, isOpenWork, i18next.t, AbortSignal.timeout(timeoutMs))
}

export const isNothingLeft = ({ unsaved, unsent }: LeftTexts): boolean =>
  unsaved.length === 0 && unsent.length === 0

/** Signing out leaves no text of the user behind, also of pages that this one has not loaded. */
export function giveUpTexts(): void {
  giveUpUnsavedWork()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (!session) return
  removeCopies(session.user.id)
  removeCopiedTexts(session.user.id)
}
