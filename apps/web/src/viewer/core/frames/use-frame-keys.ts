import type { ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import type { Cine } from './cine.ts'

/**
 * Registers the keys of a multi-frame image. Comma and full stop go from image to image; with
 * Shift, which gives < and > on many keyboards, they go from frame to frame.
 */
export function useFrameKeys(cine: Cine, imageId: ImageId | undefined, frames: number) {
  const { t } = useTranslation()
  const isLoop = imageId !== undefined && frames > 1
  const step = (by: number) => () => imageId !== undefined && cine.step(imageId, by)
  const show = (frame: number) => () => imageId !== undefined && cine.show(imageId, frame)
  const play = () => imageId !== undefined && cine.toggle(imageId)
  useShortcuts(
    isLoop
      ? [
          { keys: 'PageDown', label: t('viewer:frames.next'), run: step(1) },
          { keys: '>', label: t('viewer:frames.next'), run: step(1) },
          { keys: 'PageUp', label: t('viewer:frames.previous'), run: step(-1) },
          { keys: '<', label: t('viewer:frames.previous'), run: step(-1) },
          // The wheel is listed in the keyboard help only; the viewport handles it.
          { keys: t('viewer:frames.wheel'), label: t('viewer:frames.byWheel'), run: step(1) },
          { keys: 'Home', label: t('viewer:frames.first'), run: show(1) },
          { keys: 'End', label: t('viewer:frames.last'), run: show(frames) },
          // The viewport handles Space itself: outside of it, Space presses the focused button.
          { keys: t('viewer:frames.space'), label: t('viewer:frames.playOrPause'), run: play },
          { keys: 'j', label: t('viewer:frames.playOrPause'), run: play },
        ]
      : [],
  )
}
