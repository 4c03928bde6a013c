import { useEffect, useRef, useState } from 'react'
import { openDesk } from './desk.ts'
import type { Desk, DeskGiven } from './desk.ts'

/**
 * Opens the viewer with what it was first given, and closes it with the page. The list of images stays that
 * of the page: one that comes while the viewer is open is drawn on and saved like the others.
 */
export function useDesk(given: DeskGiven): Desk | undefined {
  const first = useRef(given)
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const [desk, setDesk] = useState<Desk>()
  useEffect(() => {
    const source = {
      ...first.current.source,
      get images() {
        return latest.current.source.images
      },
    }
    const opened = openDesk({ ...first.current, source })
    setDesk(opened)
    return opened.close
  }, [])
  return desk
}
