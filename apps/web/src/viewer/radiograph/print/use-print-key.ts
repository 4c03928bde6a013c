import { useEffect, useRef } from 'react'

/** Ctrl+P prints the sheet of images instead of the page. */
export function usePrintKey(print: (() => void) | undefined) {
  const latest = useRef(print)
  useEffect(() => {
    latest.current = print
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p'
      if (!isPrint || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (!latest.current || document.querySelector('[role=dialog]:not([popover])')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
