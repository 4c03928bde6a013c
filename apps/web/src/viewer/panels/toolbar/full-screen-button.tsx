import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { BarButton } from './bar-button.tsx'

const onChange = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/**
 * The whole page and not only the viewer, or dialogs, hints and messages would lie behind it. A phone
 * has no full screen, and is not offered it.
 */
export function FullScreenButton() {
  const { t } = useTranslation()
  const isFull = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  // A refusal (a frame that does not allow it) leaves everything as it is.
  const toggle = () => {
    const page = document.documentElement
    void (isFull ? document.exitFullscreen() : page.requestFullscreen()).catch(() => undefined)
  }
  return (
    <BarButton
      label={t('viewerPanel:fullScreen')}
      icon={isFull ? IconMinimize : IconMaximize}
      isPressed={isFull}
      onClick={toggle}
    />
  )
}
