import type { ImageDisplay, Viewport } from '@talus/contract'
import type { PresentedParts } from '../loading/image-loader.ts'
import type { GreyPixels } from '../loading/pixels.ts'

export type GreyWindow = NonNullable<Viewport['window']>
type WindowFunction = ImageDisplay['windows'][number]['function']
type DisplayTable = ImageDisplay['tables'][number]
type Levels = Pick<DisplayTable, 'first'> & { readonly levels: readonly number[] }
type Extremes = Pick<GreyPixels, 'lowest' | 'highest' | 'exposed' | 'lowestMeasured'>

/** Maps a modality value to a grey level between 0 (black) and 1, before inversion. */
type Tone = (value: number) => number

const between0And1 = (share: number) => Math.min(1, Math.max(0, share))

/** PS3.3 C.11.2.1, exactly as on the server: otherwise preview and full image would differ. */
function createTone({ center, width }: GreyWindow, shape: WindowFunction): Tone {
  if (shape === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
  if (shape === 'LINEAR_EXACT') return (value) => between0And1((value - center) / width + 0.5)
  // The window covers `width` whole values; a width of 1 separates black from white.
  if (width <= 1) return (value) => (value > center - 0.5 ? 1 : 0)
  return (value) => between0And1((value - (center - 0.5)) / (width - 1) + 0.5)
}

/** The lowest and highest measured modality value; a negative slope swaps them. */
export function getValueRange({ slope, intercept }: ImageDisplay, { exposed }: Extremes) {
  const ends = [slope * exposed.lowest + intercept, slope * exposed.highest + intercept] as const
  return { lowest: Math.min(...ends), highest: Math.max(...ends) }
}

/** Creates the window that covers all values from `lowest` to `highest`. */
export const createWindow = (lowest: number, highest: number): GreyWindow => ({
  center: (lowest + highest + 1) / 2,
  width: Math.max(1, highest - lowest + 1),
})

/** A VOI LUT of the file as a window: it covers the values of the table. */
export const createTableWindow = ({ first, levels }: Levels, voiLut: number): GreyWindow => ({
  ...createWindow(first, first + levels.length - 1),
  voiLut,
})

/** The default of the file as an explicit window, for display and as the start of a drag. */
export function getFileWindow(display: ImageDisplay, extremes: Extremes): GreyWindow {
  const [fileDefault] = display.windows
  if (fileDefault) return { center: fileDefault.center, width: fileDefault.width }
  const [table] = display.tables
  if (table) return createTableWindow(table, 0)
  const { lowest, highest } = getValueRange(display, extremes)
  return createWindow(lowest, highest)
}

/** A window chosen by the user keeps the VOI LUT function of the file. */
const getWindowFunction = (display: ImageDisplay): WindowFunction =>
  display.windows[0]?.function ?? 'LINEAR'

const lookUp = ({ first, levels }: Levels, value: number) =>
  levels[Math.min(levels.length - 1, Math.max(0, Math.floor(value - first)))] ?? 0

/** A presentation LUT covers all grey levels that come out of the VOI LUT (PS3.3 C.11.6). */
const lookUpShare = (levels: readonly number[], share: number) =>
  levels[Math.round(share * (levels.length - 1))] ?? share

const createTableTone =
  (table: DisplayTable): Tone =>
  (value) =>
    lookUp(table, value)

/** A saved view may name a VOI LUT that a corrected file no longer has: its range is shown. */
function chooseTone(display: ImageDisplay, window: GreyWindow): Tone {
  const table = window.voiLut === undefined ? undefined : display.tables[window.voiLut]
  return table ? createTableTone(table) : createTone(window, getWindowFunction(display))
}

/** The inversions by the file and by the user cancel each other. */
export const isShownInverted = (display: Pick<ImageDisplay, 'isInverted'>, { invert }: Viewport) =>
  display.isInverted !== invert

/** Values below the lowest measured one are padding, or were interpolated with it. */
export function blackenUnmeasured(
  levels: Uint8Array,
  { lowest, lowestMeasured = lowest }: Pick<GreyPixels, 'lowest' | 'lowestMeasured'>,
): Uint8Array {
  const count = lowestMeasured - lowest
  return levels.subarray(0, Math.max(0, count)).every((level) => level === 0)
    ? levels
    : levels.slice().fill(0, 0, count)
}

/** Grey level of each stored value from the lowest to the highest of the image. */
export function createLookupTable(
  display: ImageDisplay,
  extremes: Extremes,
  viewport: Viewport,
  { modality, presentationLut }: Partial<PresentedParts> = {},
): Uint8Array {
  const tone = chooseTone(display, viewport.window ?? getFileWindow(display, extremes))
  const isInverse = isShownInverted(display, viewport)
  const { slope, intercept } = display
  const levels = new Uint8Array(extremes.highest - extremes.lowest + 1)
  for (let at = 0; at < levels.length; at++) {
    const stored = extremes.lowest + at
    const share = tone(modality ? lookUp(modality, stored) : slope * stored + intercept)
    const shown = presentationLut ? lookUpShare(presentationLut, share) : share
    levels[at] = Math.round(255 * (isInverse ? 1 - shown : shown))
  }
  return blackenUnmeasured(levels, extremes)
}

/** Inverse of the window: the value that is shown as this grey level. */
function invertTone({ center, width }: GreyWindow, shape: WindowFunction, share: number): number {
  if (shape === 'SIGMOID') {
    const inside = Math.min(0.999, Math.max(0.001, share))
    return center - (width / 4) * Math.log(1 / inside - 1)
  }
  if (shape === 'LINEAR_EXACT') return center + (share - 0.5) * width
  return center - 0.5 + (share - 0.5) * (width - 1)
}

/**
 * Maps the grey levels of a preview, which the server renders with the default window of the file,
 * to the current window: an adjusted image does not first appear with its default window.
 */
export function createPreviewTable(display: ImageDisplay | null, viewport: Viewport): Uint8Array {
  const { window, invert } = viewport
  const fileDefault = display?.windows[0]
  const change =
    display && fileDefault && window
      ? (share: number) => {
          const tone = chooseTone(display, window)
          const before = display.isInverted ? 1 - share : share
          const after = tone(invertTone(fileDefault, fileDefault.function, before))
          return display.isInverted ? 1 - after : after
        }
      : (share: number) => share
  return Uint8Array.from({ length: 256 }, (_, grey) => {
    const share = change(grey / 255)
    return Math.round(255 * (invert ? 1 - share : share))
  })
}

/** Pointer distance in screen pixels that covers the whole value range of the image. */
const dragLength = 1000

/**
 * The window after a drag: right lowers the contrast, up is brighter, also for inverted images.
 * Steps are a fraction of the value range, so that 8-bit and 16-bit images respond alike.
 */
export function dragWindow(
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
