import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../api/call.ts'
import { languageOf } from '../../maps/canvas/language-of.ts'
import { imageWords } from '../../ui/image-words.ts'
import { scaleOf } from '../engine/camera.ts'
import { ImageCanvas } from '../engine/image-canvas.tsx'
import { Overlay } from '../overlay/overlay.tsx'
import type { Desk } from '../desk.ts'
import { Arriving, Failed } from './cell-state.tsx'
import { downloadOriginal } from './download-original.ts'
import { useImageView } from './use-image-view.ts'
import type { Size } from './use-size.ts'

interface ImageViewProps {
  readonly desk: Desk
  readonly image: Image | undefined
  readonly imageId: ImageId
  readonly size: Size
}

/** An image with what is drawn on it and what is known of it. */
export function ImageView({ desk, image, imageId, size }: ImageViewProps) {
  const { i18n } = useTranslation()
  const { pictures, store, imageIds } = desk
  const view = useImageView(pictures, store, imageId, size)
  const { picture } = view
  const label = image ? imageWords(image, languageOf(i18n.language)) : ''
  return (
    <>
      {view.camera ? <ImageCanvas picture={picture} camera={view.camera} label={label} /> : null}
      {picture.metadata && view.camera ? (
        <Overlay
          metadata={picture.metadata}
          imageCount={imageIds.length}
          spacingSource={view.known.source}
          scale={scaleOf(view.camera)}
          window={view.window}
        />
      ) : null}
      {picture.fault === undefined ? (
        <Arriving picture={picture} />
      ) : (
        <Failed
          reason={wordsOf(picture.fault)}
          onRetry={() => pictures.retry(imageId)}
          onDownload={() => void downloadOriginal(imageId)}
        />
      )}
    </>
  )
}
