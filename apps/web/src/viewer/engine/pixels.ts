import type { ImageDisplay } from '@talus/contract'

export type Cells = Uint8Array | Int8Array | Uint16Array | Int16Array

/** The image, or the image made smaller. */
export interface Level {
  readonly columns: number
  readonly rows: number
  /** How many pixels of the whole image one of its pixels stands for, across and down. */
  readonly stepX: number
  readonly stepY: number
  readonly cells: Cells
}

/** What the page holds of a grey image. */
export interface GreyPixels {
  readonly kind: 'grey'
  /** The whole image first, then each half as large as the one before. */
  readonly levels: readonly Level[]
  readonly lowest: number
  readonly highest: number
  /** The extremes without what fills the unexposed part. */
  readonly exposed: { readonly lowest: number; readonly highest: number }
  /** The numbers below which 0, 1, … 100 of a hundred pixels lie; see `statisticsOf`. */
  readonly quantiles: readonly number[]
  readonly bytes: number
}

export interface ColourPixels {
  readonly kind: 'colour'
  readonly picture: ImageBitmap
  /** Red, green and blue by turns; none for a preview. */
  readonly cells: Uint8Array | undefined
  readonly columns: number
  readonly rows: number
  readonly bytes: number
}

export type Pixels = GreyPixels | ColourPixels

export type PixelShape = Pick<ImageDisplay, 'samples' | 'bits' | 'isSigned' | 'padding'> & {
  readonly columns: number
  readonly rows: number
}

/** The value of the modality at a pixel of the image; of a colour image how light it is. */
export function valueReader(
  pixels: Pixels,
  { slope, intercept }: Pick<ImageDisplay, 'slope' | 'intercept'>,
): ((column: number, row: number) => number) | undefined {
  if (pixels.kind === 'colour') {
    const { cells, columns } = pixels
    if (!cells) return undefined
    return (column, row) => {
      const at = 3 * (row * columns + column)
      return 0.299 * (cells[at] ?? 0) + 0.587 * (cells[at + 1] ?? 0) + 0.114 * (cells[at + 2] ?? 0)
    }
  }
  const whole = pixels.levels[0]
  if (!whole) return undefined
  const { cells, columns } = whole
  return (column, row) => slope * (cells[row * columns + column] ?? 0) + intercept
}
