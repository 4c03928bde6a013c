import type { ImageId, StudyId } from '@talus/contract'
import { useCallback, useEffect, useRef } from 'react'
import { basePath } from '../../api/page-settings.ts'
import { toViewerPath } from '../../viewer/prefetch.ts'

/** Whether the page was opened by a link, so that there is no previous page of the application. */
export function isFirstPage() {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && state.idx === 0
}

const addressDelayMs = 300

const replaceAddress = (path: string) => {
  const base = basePath === '/' ? '' : basePath
  history.replaceState(history.state, '', `${base}${path}`)
}

/** The address of a study without an image, so that a reload opens what is shown first. */
export const showStudyAddress = (studyId: StudyId): void =>
  replaceAddress(`/viewer?studyId=${studyId}`)

/**
 * Keeps the address of the page at the active image, so that a reload and a copied link open it.
 * Not a navigation: nothing has to be loaded or drawn again.
 */
export function useImageAddress(studyId: StudyId) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (imageId: ImageId, isLayout: boolean) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // Browsers limit the number of changes, which the wheel would exceed.
        replaceAddress(toViewerPath(studyId, imageId, isLayout))
      }, addressDelayMs)
    },
    [studyId],
  )
}
