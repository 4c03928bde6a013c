import type { ImageId } from '@talus/contract'
import { pixelAspectOf, spacingOf } from '@talus/measurements'
import type { MeasuringContext, SpacingSource } from '@talus/measurements'
import { useMemo } from 'react'
import type { Camera } from '../engine/camera.ts'
import { usePicture } from '../engine/pictures.ts'
import type { Picture } from '../engine/pictures.ts'
import type { GreyWindow } from '../engine/window.ts'
import type { ShownGreys } from '../tools/gestures.ts'
import { useScene } from '../tools/use-scene.ts'
import type { Desk } from '../desk.ts'
import { contextOf, greysOf, windowOf } from './measuring.ts'
import type { Size } from './use-size.ts'

export interface ImageView {
  readonly picture: Picture
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
  const picture = usePicture(pictures, imageId)
  const { viewport, crop, calibration } = useScene(store, () => store.imageState(imageId))
  const { metadata } = picture
  const camera = useMemo<Camera | undefined>(
    () =>
      metadata && {
        columns: metadata.Columns,
        rows: metadata.Rows,
        pixelAspect: pixelAspectOf(metadata.spacing),
        cell,
        viewport,
        crop,
      },
    [metadata, cell, viewport, crop],
  )
  const context = useMemo(() => contextOf(picture, calibration), [picture, calibration])
  const greys = useMemo(() => greysOf(picture, viewport), [picture, viewport])
  return {
    picture,
    camera,
    context,
    spacingSource: spacingOf(metadata?.spacing, calibration).source,
    window: windowOf(picture, viewport.window),
    greys,
  }
}
