import type { ImageDisplay } from '@talus/contract'
import type { ImagePlanes } from './planes.ts'

export type PixelValues = Uint8Array | Int8Array | Uint16Array | Int16Array

/** The image in full size or downscaled. */
export interface ImageLevel {
  readonly columns: number
  readonly rows: number
  /** Number of pixels of the full image per pixel of the level, horizontally and vertically. */
  readonly stepX: number
  readonly stepY: number
  readonly values: PixelValues
}

/** Pixel data and statistics of a greyscale image. */
export interface GreyPixels {
  readonly kind: 'grey'
  /** The full image first, each further level half as large as the one before. */
  readonly levels: readonly ImageLevel[]
  readonly lowest: number
  readonly highest: number
  /** The extremes without the padding of the unexposed part. */
  readonly exposed: { readonly lowest: number; readonly highest: number }
  /**
   * The lowest stored value that is a measurement, if the image has pixels without one: they stay
   * black, also in an inverted image.
   */
  readonly lowestMeasured?: number | undefined
  /** Percentiles 0 to 100 of the stored values; see `computeStatistics`. */
  readonly quantiles: readonly number[]
  readonly bytes: number
  readonly planes?: ImagePlanes | undefined
}

export interface ColourPixels {
  readonly kind: 'colour'
  readonly bitmap: ImageBitmap
  /** Interleaved red, green and blue; undefined for a preview. */
  readonly values: Uint8Array | undefined
  readonly columns: number
  readonly rows: number
  readonly bytes: number
  readonly planes?: ImagePlanes | undefined
}

export type Pixels = GreyPixels | ColourPixels

/** Pixels with what lies over them: they are only shown together. */
export const withPlanes = (pixels: Pixels, planes: ImagePlanes | undefined): Pixels =>
  planes ? { ...pixels, planes, bytes: pixels.bytes + planes.bytes } : pixels

export type PixelShape = Pick<ImageDisplay, 'samples' | 'bits' | 'isSigned' | 'padding'> & {
  readonly columns: number
  readonly rows: number
  /** Number of pixels of the image per received pixel, horizontally and vertically; usually 1. */
  readonly step: number
}

/** Reads the modality value at a pixel of the image; for a colour image its luminance. */
export function createValueReader(
  pixels: Pixels,
  { slope, intercept }: Pick<ImageDisplay, 'slope' | 'intercept'>,
): ((column: number, row: number) => number) | undefined {
  if (pixels.kind === 'colour') {
    const { values, columns } = pixels
    if (!values) return undefined
    return (column, row) => {
      const at = 3 * (row * columns + column)
      return (
        0.299 * (values[at] ?? 0) + 0.587 * (values[at + 1] ?? 0) + 0.114 * (values[at + 2] ?? 0)
      )
    }
  }
  const fullImage = pixels.levels[0]
  if (!fullImage) return undefined
  const { values, columns, stepX, stepY } = fullImage
  if (stepX === 1 && stepY === 1)
    return (column, row) => slope * (values[row * columns + column] ?? 0) + intercept
  // A reduced image has one value for several pixels.
  return (column, row) =>
    slope * (values[Math.floor(row / stepY) * columns + Math.floor(column / stepX)] ?? 0) +
    intercept
}
