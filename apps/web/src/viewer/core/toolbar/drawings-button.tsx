import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useScene } from '../store/use-scene.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { ToolbarButton } from './toolbar-button.tsx'

/** Shows or hides all drawings. */
export function DrawingsButton({ store }: { readonly store: ViewerStore }) {
  const { t } = useTranslation()
  const areDrawingsVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  return (
    <ToolbarButton
      label={t('viewerPanel:drawings')}
      icon={areDrawingsVisible ? IconEye : IconEyeOff}
      isPressed={!areDrawingsVisible}
      onClick={() => store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible }))}
    />
  )
}
