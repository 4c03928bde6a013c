import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolbarButton } from './toolbar-button.tsx'

const onChange = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/**
 * Shows the whole page in full screen, not only the viewer: dialogs, tooltips and toasts would be
 * hidden behind it. Phones do not support it and do not get the button.
 */
export function FullScreenButton() {
  const { t } = useTranslation()
  const isFull = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  // A rejection, for example in an iframe without permission, changes nothing.
  const toggle = () => {
    const page = document.documentElement
    void (isFull ? document.exitFullscreen() : page.requestFullscreen()).catch(() => undefined)
  }
  return (
    <ToolbarButton
      label={t('viewerPanel:fullScreen')}
      icon={isFull ? IconMinimize : IconMaximize}
      isPressed={isFull}
      onClick={toggle}
    />
  )
}
