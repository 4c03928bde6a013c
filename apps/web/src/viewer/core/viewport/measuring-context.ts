import type { ImageCalibration } from '@talus/contract'
import { resolveSpacing } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import type { LoadedImage } from '../loading/image-cache.ts'
import { createValueReader } from '../loading/pixels.ts'
import { getFileWindow, isShownInverted, getValueRange } from '../rendering/window.ts'
import type { GreyWindow } from '../rendering/window.ts'
import type { Viewport } from '../model.ts'
import type { WindowState } from '../gestures/view-transforms.ts'

/** Context for measuring on an image; undefined until its metadata is loaded. */
export function createMeasuringContext(
  { metadata, pixels }: LoadedImage,
  calibration: ImageCalibration | undefined,
): MeasuringContext | undefined {
  if (!metadata) return undefined
  const { spacing, regions } = resolveSpacing(metadata.spacing, calibration)
  return {
    spacing,
    regions,
    columns: metadata.Columns,
    rows: metadata.Rows,
    valueAt: pixels && metadata.display ? createValueReader(pixels, metadata.display) : undefined,
  }
}

/** The window that an image is shown with; if the file has none, it needs the pixel data. */
export function getWindow(
  { metadata, pixels }: LoadedImage,
  chosen: GreyWindow | null,
): GreyWindow | undefined {
  const display = metadata?.display
  if (!display || display.samples !== 1) return undefined
  if (chosen) return chosen
  if (pixels?.kind === 'grey') return getFileWindow(display, pixels)
  return display.windows[0]
}

/** The state that a window drag starts from. */
export function getWindowState(loaded: LoadedImage, viewport: Viewport): WindowState | undefined {
  const { metadata, pixels } = loaded
  const window = getWindow(loaded, viewport.window)
  if (!window || !metadata?.display || pixels?.kind !== 'grey') return undefined
  const { lowest, highest } = getValueRange(metadata.display, pixels)
  return { window, span: highest - lowest, isInverse: isShownInverted(metadata.display, viewport) }
}
