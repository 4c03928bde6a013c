import type { Image, ImageId } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { toLanguage } from '../../../language.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import type { ViewerSession } from '../session/session.ts'
import { getScale } from '../../core/camera/camera.ts'
import { ImageCanvas } from '../../core/rendering/image-canvas.tsx'
import { FrameBar } from '../../core/frames/frame-bar.tsx'
import styles from '../../core/frames/frame-bar.module.css'
import { Overlay } from '../../core/overlay/overlay.tsx'
import type { PriorImage } from '../session/prior-images.ts'
import { DrawingLayer } from '../../core/drawing/drawing-layer.tsx'
import { LoadingProgress, LoadFailure } from '../../core/viewport/load-state.tsx'
import { downloadOriginal } from './download-original.ts'
import { useImageView } from './use-image-view.ts'
import type { Size } from '../../core/viewport/use-size.ts'

interface ImageViewProps {
  readonly session: ViewerSession
  readonly imageId: ImageId
  readonly image: Image | undefined
  /** Set for an image of an earlier study, which is read-only. */
  readonly prior: PriorImage | undefined
  readonly size: Size
  readonly isActive: boolean
}

/** An image with its drawings and its text overlay. */
export function ImageView(props: ImageViewProps) {
  const { session, image, imageId, prior, size, isActive } = props
  const { t, i18n } = useTranslation()
  const { imageCache, store, cine, imageIds } = session
  const viewState = useImageView(session, imageId, size)
  const { loaded, camera, context, spacingSource, window, windowState, frame, frames } = viewState
  const { metadata, fault } = loaded
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
  const label = image ? getImageName(t, image, toLanguage(i18n.language)) : ''
  if (fault !== undefined)
    return (
      <LoadFailure
        reason={getErrorMessage(fault)}
        onRetry={() => imageCache.retry(imageId)}
        onDownload={() => void downloadOriginal(imageId)}
      />
    )
  const shown = (
    <>
      {camera ? <ImageCanvas loaded={loaded} camera={camera} label={label} /> : null}
      {camera && context && metadata ? (
        <>
          <DrawingLayer
            imageId={imageId}
            camera={camera}
            context={context}
            spacingFacts={metadata.spacing}
            store={store}
            windowState={windowState}
            frame={frame}
            loop={loop}
            label={label}
            isActive={isActive}
            canDraw={!prior}
            renderImage={(other) => <ImageCanvas loaded={loaded} camera={other} label="" />}
          />
          <Overlay
            metadata={metadata}
            imageCount={imageIds().length}
            spacingSource={spacingSource}
            scale={getScale(camera)}
            window={window}
            frame={isLoop ? frame : undefined}
            priorDay={prior && formatDay(prior.studyCreatedOn)}
          />
        </>
      ) : null}
      {loaded.pixels ? null : (
        <LoadingProgress
          progress={imageCache.getProgress(imageId)}
          hasPreview={Boolean(loaded.preview)}
        />
      )}
    </>
  )
  if (!isLoop) return shown
  return (
    <>
      <div className={styles.above} style={{ bottom: viewState.barHeight }}>
        {shown}
      </div>
      <FrameBar
        cine={cine}
        imageId={imageId}
        frames={frames}
        frame={frame}
        height={viewState.barHeight}
      />
    </>
  )
}
