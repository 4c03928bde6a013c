import type { ImageDisplay, Viewport } from '@talus/contract'
import type { GreyPixels } from '../loading/pixels.ts'
import { blackenUnmeasured, createLookupTable } from './window.ts'

type Extremes = Pick<GreyPixels, 'lowest' | 'highest' | 'exposed' | 'lowestMeasured'>

interface CachedTable extends Pick<Extremes, 'lowest' | 'highest'> {
  readonly key: string
  readonly table: Uint8Array
}

/** Undefined if the table depends on the image itself. */
function toKey({ slope, intercept, isInverted, windows, tables }: ImageDisplay, now: Viewport) {
  const window = now.window ?? windows[0]
  if (!window || tables.length > 0) return undefined
  return JSON.stringify([slope, intercept, isInverted, now.invert, window, windows[0]?.function])
}

/**
 * Lookup tables of the images of one canvas. The slices of a stack have the same window and different
 * extremes: the table of all of them is made once, and not for each step.
 */
export function createTableCache() {
  let last: CachedTable | undefined
  return (display: ImageDisplay, extremes: Extremes, viewport: Viewport): Uint8Array => {
    const key = toKey(display, viewport)
    if (key === undefined) return createLookupTable(display, extremes, viewport)
    const known = last?.key === key ? last : undefined
    const lowest = Math.min(extremes.lowest, known?.lowest ?? Infinity)
    const highest = Math.max(extremes.highest, known?.highest ?? -Infinity)
    const isEnough = known?.lowest === lowest && known.highest === highest
    const { table } = isEnough
      ? known
      : (last = {
          key,
          lowest,
          highest,
          table: createLookupTable(
            display,
            { ...extremes, lowest, highest, lowestMeasured: undefined },
            viewport,
          ),
        })
    const isWhole = extremes.lowest === lowest && extremes.highest === highest
    const own = isWhole
      ? table
      : table.subarray(extremes.lowest - lowest, extremes.highest - lowest + 1)
    return blackenUnmeasured(own, extremes)
  }
}
