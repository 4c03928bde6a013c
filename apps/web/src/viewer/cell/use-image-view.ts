import type { ImageId } from '@talus/contract'
import { pixelAspectOf, spacingOf } from '@talus/measurements'
import type { KnownSpacing, MeasuringContext } from '@talus/measurements'
import { useMemo } from 'react'
import { useStore } from '../../store.ts'
import type { Camera } from '../engine/camera.ts'
import { usePicture } from '../engine/pictures.ts'
import type { Picture, Pictures } from '../engine/pictures.ts'
import { valueReader } from '../engine/pixels.ts'
import { fileWindow } from '../engine/window.ts'
import type { GreyWindow } from '../engine/window.ts'
import { untouched } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import type { Size } from './use-size.ts'

export interface ImageView {
  readonly picture: Picture
  /** Not before it is known how large the image is. */
  readonly camera: Camera | undefined
  readonly context: MeasuringContext | undefined
  readonly known: KnownSpacing
  /** What the image is shown with, also where that is what the file wishes; none in colour. */
  readonly window: GreyWindow | undefined
}

/** The window that an image is shown with, in numbers; only its pixels tell it where its file does not. */
export function windowOf(
  { metadata, pixels }: Picture,
  chosen: GreyWindow | null,
): GreyWindow | undefined {
  const display = metadata?.display
  if (!display || display.samples !== 1) return undefined
  if (chosen) return chosen
  if (pixels?.kind === 'grey') return fileWindow(display, pixels)
  return display.windows[0]
}

/** An image in a cell: where its pixels stand, and how large they are in the animal. */
export function useImageView(
  pictures: Pictures,
  store: ViewerStore,
  imageId: ImageId,
  cell: Size,
): ImageView {
  const picture = usePicture(pictures, imageId)
  const { images } = useStore(store)
  const { metadata, pixels } = picture
  const { viewport, crop, calibration } = images.get(imageId) ?? untouched
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
  const known = useMemo(() => spacingOf(metadata?.spacing, calibration), [metadata, calibration])
  const context = useMemo<MeasuringContext | undefined>(
    () =>
      metadata && {
        spacing: known.spacing,
        columns: metadata.Columns,
        rows: metadata.Rows,
        valueAt: pixels && metadata.display ? valueReader(pixels, metadata.display) : undefined,
      },
    [metadata, known, pixels],
  )
  const window = useMemo(() => windowOf(picture, viewport.window), [picture, viewport.window])
  return { picture, camera, context, known, window }
}
