import type { CaseId } from '@talus/contract'
import { useEffect } from 'react'
import { createSessionStore } from '../../../session-state.ts'
import { useStore } from '../../../store.ts'

/** The files that a radiologist has chosen for a report that is not sent, by case. */
export const chosenFiles = createSessionStore<ReadonlyMap<CaseId, readonly File[]>>(new Map())

const noFiles: readonly File[] = []

export function chooseFiles(caseId: CaseId, files: readonly File[]) {
  chosenFiles.set((now) => {
    const next = new Map(now)
    if (files.length > 0) next.set(caseId, files)
    else next.delete(caseId)
    return next
  })
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The chosen files of a case, the same on its page and on the page of its report. The browser asks
 * before a reload, which would lose them.
 */
export function useChosenFiles(caseId: CaseId): readonly File[] {
  const files = useStore(chosenFiles).get(caseId) ?? noFiles
  const hasFiles = files.length > 0
  useEffect(() => {
    if (!hasFiles) return undefined
    addEventListener('beforeunload', preventUnload)
    return () => removeEventListener('beforeunload', preventUnload)
  }, [hasFiles])
  return files
}
