import type { Image, ImageId } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../api/call.ts'
import { languageOf } from '../../maps/canvas/language-of.ts'
import { day } from '../../ui/dates.ts'
import { imageName } from '../../ui/image-words.ts'
import type { Desk } from '../desk.ts'
import { scaleOf } from '../engine/camera.ts'
import { ImageCanvas } from '../engine/image-canvas.tsx'
import { FrameBar } from '../frames/frame-bar.tsx'
import styles from '../frames/frame-bar.module.css'
import { Overlay } from '../overlay/overlay.tsx'
import type { PriorImage } from '../panels/priors/prior-shelf.ts'
import { Stage } from '../tools/stage.tsx'
import { Arriving, Failed } from './cell-state.tsx'
import { downloadOriginal } from './download-original.ts'
import { useImageView } from './use-image-view.ts'
import type { Size } from './use-size.ts'

interface ImageViewProps {
  readonly desk: Desk
  readonly imageId: ImageId
  readonly image: Image | undefined
  /** Of an image of an earlier study: it is looked at, and not drawn on. */
  readonly prior: PriorImage | undefined
  readonly size: Size
  readonly isActive: boolean
}

/** An image with what is drawn on it and what is known of it. */
export function ImageView(props: ImageViewProps) {
  const { desk, image, imageId, prior, size, isActive } = props
  const { t, i18n } = useTranslation()
  const { pictures, store, cine, imageIds } = desk
  const view = useImageView(desk, imageId, size)
  const { picture, camera, context, spacingSource, window, greys, frame, frames } = view
  const { metadata, fault } = picture
  const isLoop = frames > 1
  const loop = useMemo(
    () =>
      isLoop
        ? {
            step: (by: number) => cine.step(imageId, by),
            pause: () => cine.pause(imageId),
            toggle: () => cine.toggle(imageId),
          }
        : undefined,
    [isLoop, cine, imageId],
  )
  const label = image ? imageName(t, image, languageOf(i18n.language)) : ''
  if (fault !== undefined)
    return (
      <Failed
        reason={wordsOf(fault)}
        onRetry={() => pictures.retry(imageId)}
        onDownload={() => void downloadOriginal(imageId)}
      />
    )
  const shown = (
    <>
      {camera ? <ImageCanvas picture={picture} camera={camera} label={label} /> : null}
      {camera && context && metadata ? (
        <>
          <Stage
            imageId={imageId}
            camera={camera}
            context={context}
            spacingFacts={metadata.spacing}
            store={store}
            greys={greys}
            frame={frame}
            loop={loop}
            label={label}
            isActive={isActive}
            canDraw={!prior}
            renderImage={(other) => <ImageCanvas picture={picture} camera={other} label="" />}
          />
          <Overlay
            metadata={metadata}
            imageCount={imageIds().length}
            spacingSource={spacingSource}
            scale={scaleOf(camera)}
            window={window}
            frame={isLoop ? frame : undefined}
            priorDay={prior && day(prior.takenOn)}
          />
        </>
      ) : null}
      {picture.pixels ? null : (
        <Arriving progress={pictures.progress(imageId)} hasPreview={Boolean(picture.preview)} />
      )}
    </>
  )
  if (!isLoop) return shown
  return (
    <>
      <div className={styles.above} style={{ bottom: view.barHeight }}>
        {shown}
      </div>
      <FrameBar
        cine={cine}
        imageId={imageId}
        frames={frames}
        frame={frame}
        height={view.barHeight}
      />
    </>
  )
}
