import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toasts/toast-store.ts'
import { OpenViewer } from './open-viewer.tsx'
import type { ViewerProps } from './open-viewer.tsx'
import { ViewerSplash } from './splash.tsx'
import { useDesk } from './use-desk.ts'

/** The images of a study or a case, and everything that can be done with them. */
export function Viewer(props: ViewerProps) {
  const { t } = useTranslation()
  const desk = useDesk({
    ...props,
    onMerged: () => toast.info(t('viewer:save.merged')),
    onRestored: () => toast.info(t('viewer:save.restored')),
  })
  return desk ? <OpenViewer {...props} desk={desk} /> : <ViewerSplash />
}
