import { useTranslation } from 'react-i18next'
import type { Shortcut } from '../ui/shortcuts/shortcut-sequence.ts'

/** What the image itself listens to while it has the focus, and what the hand does: told with the other keys. */
export function useToldKeys(): readonly Shortcut[] {
  const { t } = useTranslation()
  const drawing = t('viewerPanel:keys.drawing')
  const hand = t('viewerPanel:keys.hand')
  const image = t('viewerPanel:keys.image')
  return [
    { keys: 'Enter', label: t('viewerPanel:keys.draw'), group: drawing },
    { keys: 'PageUp PageDown', label: t('viewerPanel:keys.point'), group: drawing },
    {
      keys: 'ArrowLeft ArrowUp ArrowRight ArrowDown',
      label: t('viewerPanel:keys.move'),
      group: drawing,
    },
    { keys: 'Shift+ArrowUp', label: t('viewerPanel:keys.moveFar'), group: drawing },
    { keys: 'Delete', label: t('viewerPanel:keys.delete'), group: drawing },
    { keys: 'Escape', label: t('viewerPanel:keys.leave'), group: drawing },
    { keys: 'Ctrl+Z', label: t('viewerPanel:undo'), group: image },
    { keys: 'Ctrl+Y', label: t('viewerPanel:redo'), group: image },
    { keys: 'Ctrl+P', label: t('viewerPanel:picture.print'), group: image },
    { keys: 'Wheel', label: t('viewerPanel:keys.byWheel'), group: hand },
    { keys: 'RightButton', label: t('viewerPanel:keys.byRight'), group: hand },
    { keys: 'MiddleButton', label: t('viewerPanel:keys.byMiddle'), group: hand },
    { keys: 'Space', label: t('viewerPanel:keys.byMiddle'), group: hand },
    { keys: 'TwoFingers', label: t('viewerPanel:keys.byFingers'), group: hand },
    { keys: 'DoubleClick', label: t('viewerPanel:keys.byTwice'), group: hand },
  ]
}
