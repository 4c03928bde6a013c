import { useEffect, useRef, useState } from 'react'
import { openDesk } from './desk.ts'
import type { Desk, DeskGiven } from './desk.ts'

/** Opens the viewer with what it was first given, and closes it with the page. */
export function useDesk(given: DeskGiven): Desk | undefined {
  const first = useRef(given)
  const [desk, setDesk] = useState<Desk>()
  useEffect(() => {
    const opened = openDesk(first.current)
    setDesk(opened)
    return opened.close
  }, [])
  return desk
}
