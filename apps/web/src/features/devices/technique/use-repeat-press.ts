import { useEffect, useRef } from 'react'

const firstRepeatMs = 450
const repeatMs = 90

/**
 * A short press acts once, when it is released; a finger that slips off does nothing. A press that
 * is held repeats the action, because 120 kV are many presses away from 60.
 */
export function useRepeatPress(act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  const repeat = () => {
    hasRepeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, repeatMs)
  }
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    onPointerDown: () => {
      hasRepeated.current = false
      stop()
      timer.current = setTimeout(repeat, firstRepeatMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long touch would open the context menu of the browser.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      stop()
      if (!hasRepeated.current) latest.current()
      hasRepeated.current = false
    },
  }
}
