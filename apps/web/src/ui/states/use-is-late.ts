import { useEffect, useState } from 'react'

/** Whether something has been loading so long that its request is perhaps never answered. */
export function useIsLate(patienceMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [patienceMs])
  return isLate
}
