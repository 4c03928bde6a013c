import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import type { Camera } from '../camera/camera.ts'
import type { LoadedImage } from '../loading/image-cache.ts'
import type { Pixels } from '../loading/pixels.ts'
import type { Viewport } from '../model.ts'
import { isFlipped } from '../toolbar/viewport-actions.ts'
import { ImageCanvas } from '../rendering/image-canvas.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import type { Size } from './use-size.ts'
import styles from './load-state.module.css'

interface PictureOnlyProps {
  readonly loaded: LoadedImage
  readonly preview: Pixels
  readonly viewport: Viewport
  readonly size: Size
  readonly label: string
  readonly onRetry: () => void
}

const getPictureSize = (preview: Pixels) =>
  preview.kind === 'colour' ? preview : (preview.levels[0] ?? { columns: 1, rows: 1 })

/**
 * The picture of an image whose metadata could not be loaded. It is turned as the user left it, but
 * not drawn on: positions and sizes are those of the reduced picture.
 */
export function PictureOnly(props: PictureOnlyProps) {
  const { loaded, preview, viewport, size, label, onRetry } = props
  const { t } = useTranslation()
  const { fault } = loaded
  useEffect(() => {
    // oxlint-disable-next-line no-console -- a missing description is only logged
    console.warn('metadata not loaded', fault)
  }, [fault])
  const { columns, rows } = getPictureSize(preview)
  const camera: Camera = {
    columns,
    rows,
    pixelAspect: 1,
    viewportSize: size,
    viewport: { ...viewport, zoom: null, pan: { x: 0, y: 0 }, window: null },
    crop: undefined,
  }
  return (
    <>
      <ImageCanvas loaded={loaded} areGraphicsHidden={false} camera={camera} label={label} />
      <div className={styles.pictureOnly} role="alert">
        <Icon icon={IconAlertTriangle} />
        <span>
          {[
            // Without the metadata nothing else says what is seen.
            label,
            isFlipped(viewport) ? t('viewer:overlay.mirrored') : '',
            t('viewer:pictureOnly'),
            getErrorMessage(fault),
          ]
            .filter(Boolean)
            .map((text) => text.replace(/\.?$/u, '.'))
            .join(' ')}
        </span>
        <button type="button" className={styles.action} onClick={onRetry}>
          {t('common:action.tryAgain')}
        </button>
      </div>
    </>
  )
}
