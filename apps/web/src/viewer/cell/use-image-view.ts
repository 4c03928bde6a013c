import type { ImageId } from '@talus/contract'
import { pixelAspectOf, spacingOf } from '@talus/measurements'
import type { MeasuringContext, SpacingSource } from '@talus/measurements'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useSyncExternalStore } from 'react'
import type { Camera } from '../engine/camera.ts'
import { usePicture } from '../engine/pictures.ts'
import type { Picture } from '../engine/pictures.ts'
import type { GreyWindow } from '../engine/window.ts'
import type { ShownGreys } from '../tools/gestures.ts'
import { barHeight } from '../frames/rates.ts'
import { withFrame } from '../frames/shown-picture.ts'
import { frameIn } from '../store/viewer-store.ts'
import { useScene } from '../tools/use-scene.ts'
import type { Desk } from '../desk.ts'
import { contextOf, greysOf, windowOf } from './measuring.ts'
import type { Size } from './use-size.ts'

export interface ImageView {
  /** With the numbers of the frame that is seen. */
  readonly picture: Picture
  /** From 1. */
  readonly frame: number
  readonly frames: number
  /** What the bar of a loop takes from the height of the cell. */
  readonly barHeight: number
  /** Not before it is known how large the image is. */
  readonly camera: Camera | undefined
  readonly context: MeasuringContext | undefined
  readonly spacingSource: SpacingSource
  /** What the image is shown with, also where that is what the file wishes; none in colour. */
  readonly window: GreyWindow | undefined
  readonly greys: ShownGreys | undefined
}

/** An image in a cell: where its pixels stand, and how large they are in the animal. */
export function useImageView({ pictures, store }: Desk, imageId: ImageId, cell: Size): ImageView {
  const whole = usePicture(pictures, imageId)
  const frame = useScene(store, (scene) => frameIn(scene, imageId))
  const ofFrame = useSyncExternalStore(pictures.frames.subscribe, () =>
    frame === 1 ? undefined : pictures.frames.pixels(imageId, frame),
  )
  const picture = useMemo(() => withFrame(whole, frame, ofFrame), [whole, frame, ofFrame])
  const { viewport, crop, calibration } = useScene(store, () => store.imageState(imageId))
  const { metadata } = picture
  const frames = metadata?.display?.frames ?? 1
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const bar = frames > 1 ? barHeight[isCoarse ? 'coarse' : 'fine'] : 0
  const camera = useMemo<Camera | undefined>(
    () =>
      metadata && {
        columns: metadata.Columns,
        rows: metadata.Rows,
        pixelAspect: pixelAspectOf(metadata.spacing),
        cell: bar === 0 ? cell : { ...cell, height: Math.max(1, cell.height - bar) },
        viewport,
        crop,
      },
    [metadata, cell, bar, viewport, crop],
  )
  const context = useMemo(() => contextOf(picture, calibration), [picture, calibration])
  const greys = useMemo(() => greysOf(picture, viewport), [picture, viewport])
  return {
    picture,
    frame,
    frames,
    barHeight: bar,
    camera,
    context,
    spacingSource: spacingOf(metadata?.spacing, calibration).source,
    window: windowOf(picture, viewport.window),
    greys,
  }
}
