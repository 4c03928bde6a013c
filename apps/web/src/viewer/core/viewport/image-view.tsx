import { formatImageAnatomy, getStatedSide } from '@talus/anatomy'
import type { Image, ImageId, Instant, PresentationSummary } from '@talus/contract'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { listImageFaults } from '../../../ui/format/image-faults.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import type { ViewerSession } from '../viewer-session.ts'
import type { PresentationSource, ViewerSource } from '../source.ts'
import { getScale } from '../camera/camera.ts'
import { ImageCanvas } from '../rendering/image-canvas.tsx'
import { getSharpening } from '../rendering/sharpening.tsx'
import { useScene } from '../store/use-scene.ts'
import { isOverlayHidden, withOverlay } from '../store/viewer-store.ts'
import { FrameBar } from '../frames/frame-bar.tsx'
import styles from '../frames/frame-bar.module.css'
import { Overlay } from '../overlay/overlay.tsx'
import { formatAuthors } from '../drawing/author-line.ts'
import { PresentationChip } from '../presentation/presentation-chip.tsx'
import { usePresentations } from '../presentation/use-presentations.ts'
import { DrawingLayer } from '../drawing/drawing-layer.tsx'
import type { DrawingLayerProps } from '../drawing/use-drawing-layer.ts'
import { ImageFailure } from './image-failure.tsx'
import { LoadingProgress } from './load-state.tsx'
import { useImageView } from './use-image-view.ts'
import type { Size } from './use-size.ts'

interface ImageViewProps {
  readonly session: ViewerSession
  readonly imageId: ImageId
  readonly image: Image | undefined
  readonly original: ViewerSource['original']
  /** Set for an image of another study of the patient, which is read-only. */
  readonly prior: { readonly studyCreatedOn: Instant; readonly isLater: boolean } | undefined
  /** Time zone of the clinic. */
  readonly timeZone: string | undefined
  /** Remarks of other features about the image. */
  readonly notes: readonly string[]
  readonly presentations?: ImagePresentations | undefined
  readonly size: Size
  readonly isActive: boolean
  readonly browsing: Pick<
    DrawingLayerProps,
    'onBrowse' | 'onStepCell' | 'onEnlarge' | 'onCropAccepted'
  >
}

/** The presentation states of the study; undefined for an image of another study. */
export interface ImagePresentations {
  readonly source: PresentationSource | undefined
  readonly list: readonly PresentationSummary[]
}

const noPresentations: ImagePresentations = { source: undefined, list: [] }

/** The toolbar and the keys of the page zoom about the centre of this camera. */
function useSharedCamera(
  { cameras }: ViewerSession,
  imageId: ImageId,
  camera: ReturnType<typeof useImageView>['camera'],
) {
  useEffect(() => {
    if (!camera) return undefined
    cameras.set(imageId, camera)
    return () => void cameras.delete(imageId)
  }, [cameras, imageId, camera])
}

const useLoop = (cine: ViewerSession['cine'], imageId: ImageId, isLoop: boolean) =>
  useMemo(
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

/** An image with its drawings and its text overlay. */
export function ImageView(props: ImageViewProps) {
  const { session, image, imageId, original, prior, timeZone, size, isActive, browsing } = props
  const { t, i18n } = useTranslation()
  const { imageCache, store, authors, cine, imageIds } = session
  const viewState = useImageView(session, imageId, size)
  const areGraphicsHidden = useScene(store, (scene) => isOverlayHidden(scene, imageId))
  const sharpening = useScene(store, (scene) => getSharpening(scene, imageId))
  // An image that is closed shows its overlays again when it is opened the next time.
  useEffect(() => () => store.set(withOverlay(imageId, true)), [store, imageId])
  useSharedCamera(session, imageId, viewState.camera)
  const { source, list } = props.presentations ?? noPresentations
  const presentations = usePresentations(session, imageId, source, list)
  const { loaded, camera, context, presented, spacingSource, window, windowState, frame, frames } =
    viewState
  const { metadata, fault } = loaded
  const isLoop = frames > 1
  const number = imageIds().indexOf(imageId) + 1
  const position = number === 0 ? undefined : { number, count: imageIds().length }
  const loop = useLoop(cine, imageId, isLoop)
  const label = image ? getImageName(t, image, toLanguage(i18n.language)) : ''
  if (fault !== undefined)
    return (
      <ImageFailure
        session={session}
        imageId={imageId}
        loaded={loaded}
        original={original}
        size={size}
        label={label}
      />
    )
  const shown = (
    <>
      {camera ? (
        <ImageCanvas
          loaded={loaded}
          areGraphicsHidden={areGraphicsHidden}
          camera={camera}
          sharpening={sharpening}
          label={label}
        />
      ) : null}
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
            {...browsing}
            label={label}
            isActive={isActive}
            presented={presented?.state}
            canDraw={prior === undefined}
            describeAuthor={(id) => formatAuthors(t, authors.find(imageId, id), timeZone)}
            renderImage={(other) => (
              <ImageCanvas
                loaded={loaded}
                areGraphicsHidden={areGraphicsHidden}
                camera={other}
                sharpening={sharpening}
                label=""
              />
            )}
          />
          <PresentationChip {...presentations} />
          <Overlay
            cellHeight={size.height}
            metadata={metadata}
            shows={image ? formatImageAnatomy(image, toLanguage(i18n.language)) : ''}
            hasSide={image !== undefined && getStatedSide(image) !== undefined}
            position={position}
            spacingSource={spacingSource}
            scale={getScale(camera)}
            viewport={camera.viewport}
            window={window}
            {...{ areGraphicsHidden, sharpening }}
            frame={isLoop ? frame : undefined}
            prior={prior && { day: formatDay(prior.studyCreatedOn), isLater: prior.isLater }}
            faults={image ? listImageFaults(t, image) : []}
            notes={props.notes}
            originalSide={image?.originalSide ?? null}
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
