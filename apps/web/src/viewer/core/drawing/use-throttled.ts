import { useEffect, useRef, useState } from 'react'

/** Interval of region statistics during a drag; they are computed over many pixels. */
export const statisticsMs = 110

/** Returns the value at most every `ms`; the last value is always delivered. */
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
