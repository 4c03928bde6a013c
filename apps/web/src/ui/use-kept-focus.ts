import { useLayoutEffect, useRef } from 'react'

/** A busy button is disabled and drops the focus: whoever pressed it by keyboard gets it back. */
export function useKeptFocus(isBusy: boolean) {
  const held = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isBusy) {
      held.current = document.activeElement
      return
    }
    const { current } = held
    const isLost = document.activeElement === document.body
    if (isLost && current instanceof HTMLElement && current.isConnected) current.focus()
  }, [isBusy])
}
