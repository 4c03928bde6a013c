import { useEffect, useRef } from 'react'

const firstRepeatMs = 450
const repeatMs = 90

/**
 * A press acts once; a press that is held acts again and again, as 60 kV are many presses away from
 * 120. It acts when it is let go: a finger that slips off has done nothing.
 */
export function usePress(act: () => void) {
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
    // A finger that rests opens the menu of the browser.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      stop()
      if (!hasRepeated.current) latest.current()
      hasRepeated.current = false
    },
  }
}
