import type { ImageId } from '@talus/contract'
import { getPixelAspect, resolveSpacing } from '@talus/measurements'
import type { MeasuringContext, SpacingSource } from '@talus/measurements'
import { useMemo, useSyncExternalStore } from 'react'
import type { Camera } from '../camera/camera.ts'
import { useLoadedImage } from '../loading/image-cache.ts'
import type { LoadedImage } from '../loading/image-cache.ts'
import type { GreyWindow } from '../rendering/window.ts'
import type { WindowState } from '../gestures/view-transforms.ts'
import { getBarHeight } from '../frames/rates.ts'
import { replaceFrame } from '../frames/displayed-image.ts'
import { presentImage } from '../rendering/present-image.ts'
import { getPresented } from '../store/presented-views.ts'
import type { PresentedView } from '../store/presented-views.ts'
import { getFrame } from '../store/viewer-store.ts'
import { useScene } from '../store/use-scene.ts'
import type { ViewerSession } from '../viewer-session.ts'
import { createMeasuringContext, getWindowState, getWindow } from './measuring-context.ts'
import type { Size } from './use-size.ts'

export interface ImageViewState {
  /** The image with the pixel data of the visible frame. */
  readonly loaded: LoadedImage
  /** The presentation state by which the image is shown. */
  readonly presented: PresentedView | undefined
  /** The visible frame, from 1. */
  readonly frame: number
  readonly frames: number
  /** Height of the frame bar of a loop, subtracted from that of the viewport. */
  readonly barHeight: number
  /** Undefined until the size of the image is known. */
  readonly camera: Camera | undefined
  readonly context: MeasuringContext | undefined
  readonly spacingSource: SpacingSource
  /** The current window, also if it is the default of the file; undefined for colour images. */
  readonly window: GreyWindow | undefined
  readonly windowState: WindowState | undefined
}

/** Camera, measuring context and window of an image in a viewport. */
export function useImageView(
  { imageCache, store }: ViewerSession,
  imageId: ImageId,
  viewportSize: Size,
): ImageViewState {
  const image = useLoadedImage(imageCache, imageId)
  const frame = useScene(store, (scene) => getFrame(scene, imageId))
  const framePixels = useSyncExternalStore(imageCache.frames.subscribe, () =>
    frame === 1 ? undefined : imageCache.frames.getPixels(imageId, frame),
  )
  const presented = useScene(store, (scene) => getPresented(scene, imageId))
  const ownImage = useMemo(
    () => replaceFrame(image, frame, framePixels),
    [image, frame, framePixels],
  )
  const loaded = useMemo(
    () => presentImage(ownImage, presented, frame),
    [ownImage, presented, frame],
  )
  const { viewport, crop, calibration } = useScene(store, () => store.viewState(imageId))
  const { metadata } = loaded
  const frames = metadata?.display?.frames ?? 1
  const bar = frames > 1 ? getBarHeight() : 0
  const camera = useMemo<Camera | undefined>(
    () =>
      metadata && {
        columns: metadata.Columns,
        rows: metadata.Rows,
        pixelAspect: getPixelAspect(metadata.spacing),
        viewportSize:
          bar === 0
            ? viewportSize
            : { ...viewportSize, height: Math.max(1, viewportSize.height - bar) },
        viewport,
        crop,
      },
    [metadata, viewportSize, bar, viewport, crop],
  )
  // Values are measured as the image has them, however a presentation state shows it.
  const context = useMemo(
    () => createMeasuringContext(ownImage, calibration),
    [ownImage, calibration],
  )
  const windowState = useMemo(() => getWindowState(loaded, viewport), [loaded, viewport])
  return {
    loaded,
    presented,
    frame,
    frames,
    barHeight: bar,
    camera,
    context,
    spacingSource: resolveSpacing(metadata?.spacing, calibration).source,
    window: getWindow(loaded, viewport.window),
    windowState,
  }
}
