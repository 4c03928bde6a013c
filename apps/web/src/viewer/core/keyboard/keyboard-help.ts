import { useTranslation } from 'react-i18next'
import type { Shortcut } from '../../../ui/shortcuts/shortcut-sequence.ts'

/** Keys handled by the focused image and pointer gestures, listed in the keyboard help only. */
export function useKeyboardHelp(): readonly Shortcut[] {
  const { t } = useTranslation()
  const drawing = t('viewerPanel:keys.drawing')
  const pointer = t('viewerPanel:keys.hand')
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
    { keys: 'Wheel', label: t('viewerPanel:keys.byWheel'), group: pointer },
    { keys: 'RightButton', label: t('viewerPanel:keys.byRight'), group: pointer },
    { keys: 'MiddleButton', label: t('viewerPanel:keys.byMiddle'), group: pointer },
    { keys: 'Space', label: t('viewerPanel:keys.byMiddle'), group: pointer },
    { keys: 'TwoFingers', label: t('viewerPanel:keys.byFingers'), group: pointer },
    { keys: 'DoubleClick', label: t('viewerPanel:keys.byTwice'), group: pointer },
  ]
}
