import type { ImageCalibration } from '@talus/contract'
import { spacingOf } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import type { Picture } from '../engine/pictures.ts'
import { valueReader } from '../engine/pixels.ts'
import { fileWindow, isTurned, valuesOf } from '../engine/window.ts'
import type { GreyWindow } from '../engine/window.ts'
import type { Viewport } from '../model.ts'
import type { ShownGreys } from '../tools/gestures.ts'

/** What measuring on an image needs; nothing while nothing is known of it. */
export function contextOf(
  { metadata, pixels }: Picture,
  calibration: ImageCalibration | undefined,
): MeasuringContext | undefined {
  if (!metadata) return undefined
  return {
    spacing: spacingOf(metadata.spacing, calibration).spacing,
    columns: metadata.Columns,
    rows: metadata.Rows,
    valueAt: pixels && metadata.display ? valueReader(pixels, metadata.display) : undefined,
  }
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

/** What dragging the window starts from. */
export function greysOf(picture: Picture, viewport: Viewport): ShownGreys | undefined {
  const { metadata, pixels } = picture
  const window = windowOf(picture, viewport.window)
  if (!window || !metadata?.display || pixels?.kind !== 'grey') return undefined
  const { lowest, highest } = valuesOf(metadata.display, pixels)
  return { window, span: highest - lowest, isInverse: isTurned(metadata.display, viewport) }
}
