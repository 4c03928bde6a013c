import type { VolumeGeometry } from '../geometry/geometry.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { CellTransform } from '../values/cell-transform.ts'

/** The cells of a volume in the memory of a kernel. Slices may arrive in any order. */
export interface Volume {
  readonly kernel: Kernel
  readonly geometry: VolumeGeometry
  readonly transform: CellTransform
  readonly address: number
  /** 1 for each slice that is there. */
  readonly present: Uint8Array
  /** 2 if the slices are halved in the plane, because the whole volume is too large. */
  readonly reduction: 1 | 2
}
