import type { Vector } from '@talus/contract'
import { toCell } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import { move, subtract } from '../vectors.ts'
import { toPlaneMillimetres } from './picture.ts'
import type { PlaneFrame } from './frame.ts'

/** Maximum, minimum or mean of the values along the normal. */
export const slabModes = ['mip', 'minip', 'mean'] as const
export type SlabMode = (typeof slabModes)[number]

export interface Slab {
  readonly mode: SlabMode
  /** Millimetres; 0 is a single plane. */
  readonly thickness: number
}

export interface PlaneSize {
  readonly width: number
  readonly height: number
  readonly step: number
  readonly slab?: Slab
  /** Distance of the samples inside the slab; the step of the volume if missing. */
  readonly slabStep?: number
}

/** A plane in the coordinates of cells: column, row, and millimetres along the normal. */
export interface PlaneCut {
  readonly width: number
  readonly height: number
  /** The cell of the first pixel of the middle layer, and the steps to the next pixels. */
  readonly start: Vector
  readonly right: Vector
  readonly down: Vector
  /** Layers of the slab, centred on the plane. */
  readonly mode: SlabMode
  readonly layers: number
  readonly between: Vector
}

const maximumLayers = 512

/** Describes the picture of a plane for the kernel; the origin of the plane is its centre. */
export function describePlane(
  geometry: VolumeGeometry,
  plane: PlaneFrame,
  { width, height, step, slab, slabStep = geometry.step }: PlaneSize,
): PlaneCut {
  const origin = toPlaneMillimetres({ plane, width, height, step }, 0, 0)
  const start = toCell(geometry, origin)
  const getStep = (direction: Vector, distance: number) =>
    subtract(toCell(geometry, move(origin, direction, distance)), start)
  const thickness = slab?.thickness ?? 0
  const layers = Math.min(maximumLayers, Math.max(1, Math.round(thickness / slabStep) + 1))
  return {
    width,
    height,
    start,
    right: getStep(plane.right, step),
    down: getStep(plane.down, step),
    mode: slab?.mode ?? 'mip',
    layers,
    between: getStep(plane.normal, layers > 1 ? thickness / (layers - 1) : 0),
  }
}
