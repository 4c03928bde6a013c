import { useLayoutEffect, useRef } from 'react'

/** Restores the focus of a button that loses it because it is disabled while busy. */
export function useRestoredFocus(isBusy: boolean) {
  const previousFocus = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isBusy) {
      previousFocus.current = document.activeElement
      return
    }
    const { current } = previousFocus
    const isLost = document.activeElement === document.body
    if (isLost && current instanceof HTMLElement && current.isConnected) current.focus()
  }, [isBusy])
}
