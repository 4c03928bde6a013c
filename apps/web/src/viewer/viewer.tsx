import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toasts/toast-store.ts'
import { createDrawingRules, reportMerge } from './core/drawing/drawing-rules.ts'
import { openSession } from './core/viewer-session.ts'
import type { ViewerSession, ViewerSessionOptions } from './core/viewer-session.ts'
import { RadiographViewer } from './radiograph/radiograph-viewer.tsx'
import type { ViewerProps } from './radiograph/radiograph-viewer.tsx'
import { ViewerSplash } from './splash.tsx'

/**
 * Opens the session with the first options and closes it on unmount. The list of images stays
 * current: an image that arrives while the viewer is open can be drawn on and saved like the
 * others.
 */
function useViewerSession(options: ViewerSessionOptions): ViewerSession | undefined {
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

/** The viewer for the radiographs of a study or a case. */
export function Viewer(props: ViewerProps) {
  const { t } = useTranslation()
  const { hasAdvancedTools, timeZone } = props
  const session = useViewerSession({
    source: props.source,
    firstImage: props.opened?.image,
    state: props.state,
    onMerged: reportMerge,
    createRules: (authors, userId) =>
      createDrawingRules({ authors, userId, hasAdvancedTools, timeZone }),
    onRestored: () => toast.info(t('viewer:save.restored')),
  })
  return session ? <RadiographViewer {...props} session={session} /> : <ViewerSplash />
}
