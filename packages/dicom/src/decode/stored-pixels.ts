import type { Photometric } from '../read/image.ts'

/** Cells as the detector or the codec left them: without sign, side by side, samples interleaved. */
export type Cells = Uint8Array | Uint16Array | Uint32Array

/** One frame, unpacked. A stored value is `(cell >>> shift)` cut to `bits`, and then signed or not. */
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
