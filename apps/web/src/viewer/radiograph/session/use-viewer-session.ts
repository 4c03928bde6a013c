import { useEffect, useRef, useState } from 'react'
import { openSession } from './session.ts'
import type { ViewerSession, ViewerSessionOptions } from './session.ts'

/**
 * Opens the session with the first options and closes it on unmount. The list of images stays
 * current: an image that arrives while the viewer is open can be drawn on and saved like the
 * others.
 */
export function useViewerSession(options: ViewerSessionOptions): ViewerSession | undefined {
  const first = useRef(options)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [session, setSession] = useState<ViewerSession>()
  useEffect(() => {
    const source = {
      ...first.current.source,
      get images() {
        return latest.current.source.images
      },
    }
    const opened = openSession({ ...first.current, source })
    setSession(opened)
    return opened.close
  }, [])
  return session
}
