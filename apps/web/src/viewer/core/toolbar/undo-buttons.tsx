import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { ToolbarButton } from './toolbar-button.tsx'

interface UndoButtonsProps {
  readonly store: Pick<ViewerStore, 'history' | 'undo' | 'redo'>
}

export function UndoButtons({ store }: UndoButtonsProps) {
  const { t } = useTranslation()
  const { canUndo, canRedo } = useStore(store.history)
  return (
    <>
      <ToolbarButton
        label={t('viewerPanel:undo')}
        icon={IconArrowBackUp}
        reason={canUndo ? undefined : t('viewerPanel:reason.nothingToUndo')}
        onClick={store.undo}
      />
      <ToolbarButton
        label={t('viewerPanel:redo')}
        icon={IconArrowForwardUp}
        reason={canRedo ? undefined : t('viewerPanel:reason.nothingToRedo')}
        onClick={store.redo}
      />
    </>
  )
}
