import type { ImageDisplay, Viewport } from '@talus/contract'
import type { GreyPixels } from './pixels.ts'

export type GreyWindow = NonNullable<Viewport['window']>
type WindowFunction = ImageDisplay['windows'][number]['function']
type Extremes = Pick<GreyPixels, 'lowest' | 'highest' | 'exposed'>

/** From a value of the modality to a grey between 0 (black) and 1, before anything is inverted. */
type Tone = (value: number) => number

const between0And1 = (share: number) => Math.min(1, Math.max(0, share))

/** PS3.3 C.11.2.1: the same as the server does, or its preview would jump to the full image. */
function windowed({ center, width }: GreyWindow, shape: WindowFunction): Tone {
  if (shape === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
  if (shape === 'LINEAR_EXACT') return (value) => between0And1((value - center) / width + 0.5)
  // The window covers `width` whole values; one of 1 divides black from white.
  if (width <= 1) return (value) => (value > center - 0.5 ? 1 : 0)
  return (value) => between0And1((value - (center - 0.5)) / (width - 1) + 0.5)
}

/** The lowest and highest value that was measured; a negative slope turns them round. */
export function valuesOf({ slope, intercept }: ImageDisplay, { exposed }: Extremes) {
  const ends = [slope * exposed.lowest + intercept, slope * exposed.highest + intercept] as const
  return { lowest: Math.min(...ends), highest: Math.max(...ends) }
}

/** The window that shows everything from one value to another. */
export const windowBetween = (lowest: number, highest: number): GreyWindow => ({
  center: (lowest + highest + 1) / 2,
  width: Math.max(1, highest - lowest + 1),
})

/** What the file wishes, as a window: to say it in numbers, and to begin a change from. */
export function fileWindow(display: ImageDisplay, extremes: Extremes): GreyWindow {
  const [favourite] = display.windows
  if (favourite) return { center: favourite.center, width: favourite.width }
  if (display.table)
    return windowBetween(display.table.first, display.table.first + display.table.greys.length - 1)
  const { lowest, highest } = valuesOf(display, extremes)
  return windowBetween(lowest, highest)
}

/** A window that somebody has chosen keeps the curve of the file's. */
const shapeOf = (display: ImageDisplay): WindowFunction => display.windows[0]?.function ?? 'LINEAR'

function toneOf(display: ImageDisplay, extremes: Extremes, window: GreyWindow | null): Tone {
  if (window) return windowed(window, shapeOf(display))
  const { table } = display
  if (display.windows.length === 0 && table) {
    const last = table.greys.length - 1
    return (value) => table.greys[Math.min(last, Math.max(0, Math.floor(value - table.first)))] ?? 0
  }
  return windowed(fileWindow(display, extremes), shapeOf(display))
}

/** Turned by the file, turned again by the person. */
export const isTurned = (display: Pick<ImageDisplay, 'isInverted'>, { invert }: Viewport) =>
  display.isInverted !== invert

/** The grey of each number from the lowest to the highest that the image holds. */
export function lookupTable(
  display: ImageDisplay,
  extremes: Extremes,
  viewport: Viewport,
): Uint8Array {
  const tone = toneOf(display, extremes, viewport.window)
  const isInverse = isTurned(display, viewport)
  const { slope, intercept } = display
  const greys = new Uint8Array(extremes.highest - extremes.lowest + 1)
  for (let at = 0; at < greys.length; at++) {
    const share = tone(slope * (extremes.lowest + at) + intercept)
    greys[at] = Math.round(255 * (isInverse ? 1 - share : share))
  }
  return greys
}

/** The value of which a window makes this grey. */
function valueFor({ center, width }: GreyWindow, shape: WindowFunction, share: number): number {
  if (shape === 'SIGMOID') {
    const inside = Math.min(0.999, Math.max(0.001, share))
    return center - (width / 4) * Math.log(1 / inside - 1)
  }
  if (shape === 'LINEAR_EXACT') return center + (share - 0.5) * width
  return center - 0.5 + (share - 0.5) * (width - 1)
}

/**
 * The greys of a preview, which the server has made as the file wishes, under the window that is wanted:
 * so an image that somebody has adjusted does not flash up in its first look.
 */
export function previewTable(display: ImageDisplay | null, viewport: Viewport): Uint8Array {
  const { window, invert } = viewport
  const favourite = display?.windows[0]
  const change =
    display && favourite && window
      ? (share: number) => {
          const tone = windowed(window, favourite.function)
          const before = display.isInverted ? 1 - share : share
          const after = tone(valueFor(favourite, favourite.function, before))
          return display.isInverted ? 1 - after : after
        }
      : (share: number) => share
  return Uint8Array.from({ length: 256 }, (_, grey) => {
    const share = change(grey / 255)
    return Math.round(255 * (invert ? 1 - share : share))
  })
}

/** So far has a pointer to go, in screen pixels, for the whole range of the image. */
const dragLength = 1000

/**
 * The window after a pointer went by this way: to the right is softer, up is brighter, whatever the image
 * is turned to. Steps are a share of what the image holds, so that 8 and 16 bits feel alike.
 */
export function draggedWindow(
  start: GreyWindow,
  by: { readonly x: number; readonly y: number },
  span: number,
  isInverse: boolean,
): GreyWindow {
  const step = Math.max(span, 1) / dragLength
  const down = isInverse ? -by.y : by.y
  return {
    center: start.center + down * step,
    width: Math.max(1, start.width + by.x * step),
  }
}
