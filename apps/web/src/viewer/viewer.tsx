import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toasts/toast-store.ts'
import { RadiographViewer } from './radiograph/radiograph-viewer.tsx'
import type { ViewerProps } from './radiograph/radiograph-viewer.tsx'
import { ViewerSplash } from './splash.tsx'
import { useViewerSession } from './radiograph/session/use-viewer-session.ts'

/** The viewer for the radiographs of a study or a case. */
export function Viewer(props: ViewerProps) {
  const { t } = useTranslation()
  const session = useViewerSession({
    ...props,
    onMerged: () => toast.info(t('viewer:save.merged')),
    onRestored: () => toast.info(t('viewer:save.restored')),
  })
  return session ? <RadiographViewer {...props} session={session} /> : <ViewerSplash />
}
