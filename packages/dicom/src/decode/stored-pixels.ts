import type { Photometric } from '../read/image.ts'

/** Pixel cells (PS3.5 8.1.1) as stored or decoded: unsigned, samples interleaved. */
export type Cells = Uint8Array | Uint16Array | Uint32Array

/**
 * One decoded frame. A stored value is `(cell >>> shift)` masked to `bits`, then sign-extended if
 * signed.
 */
export interface StoredPixels {
  readonly rows: number
  readonly columns: number
  readonly samples: 1 | 3
  readonly photometric: Photometric
  readonly cells: Cells
  readonly bits: number
  readonly shift: number
  readonly isSigned: boolean
}
