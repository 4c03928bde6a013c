import { useEffect, useRef, useState } from 'react'

/** Statistics are counted over many pixels: not more often than this while a pointer moves. */
export const statisticsMs = 110

/** The value as it was at most `ms` ago; the last one always comes through. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return ms === 0 ? value : shown
}
