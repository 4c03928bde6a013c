import { useLayoutEffect } from 'react'
import { createStore } from '../../store.ts'

/** How many pages on screen want the dark scheme, whatever the person has chosen. */
export const darkPages = createStore(0)

/**
 * Around radiographs it is dark, with the frame and the dialogs: a white bar beside an image takes the
 * eyes' adaptation. Before the first paint, so that nothing flashes.
 */
export function useDarkPage() {
  useLayoutEffect(() => {
    darkPages.set((now) => now + 1)
    return () => darkPages.set((now) => now - 1)
  }, [])
}
