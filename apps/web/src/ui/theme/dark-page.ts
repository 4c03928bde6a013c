import { useLayoutEffect } from 'react'
import { createStore } from '../../store.ts'

/** The number of mounted pages that need the dark scheme, whatever the user has chosen. */
export const darkPageCount = createStore(0)

/**
 * Switches the page, its frame and its dialogs to the dark scheme: a white bar beside a radiograph
 * disturbs the adaptation of the eyes. It runs before the first paint, so that nothing flashes.
 */
export function useDarkPage() {
  useLayoutEffect(() => {
    darkPageCount.set((now) => now + 1)
    return () => darkPageCount.set((now) => now - 1)
  }, [])
}
