import type { Vector } from '@talus/contract'

/** A small copy of a volume with 8 bits for each cell and equal distances, for 3D. */
export interface SmallVolume {
  readonly columns: number
  readonly rows: number
  readonly layers: number
  readonly cells: Uint8Array<ArrayBuffer>
  /** The cell of the volume that is 1 in the copy, and the one that is 255; 0 is nothing. */
  readonly lowest: number
  readonly highest: number
  /** The place of the first cell and the steps to the next ones, in millimetres. */
  readonly origin: Vector
  readonly right: Vector
  readonly down: Vector
  readonly through: Vector
}
