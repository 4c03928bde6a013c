import type { Vector } from '@talus/contract'
import { getMedian } from '../geometry/distances.ts'
import { toCell } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import { dot, move, subtract } from '../vectors.ts'
import { toPlaneMillimetres } from './picture.ts'
import { isAlongSlices } from './acquired-slice.ts'
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

/** The positions of the layers of a slab along the normal of its plane, in millimetres. */
interface Layers {
  readonly count: number
  /** From the plane to the middle layer, and from one layer to the next. */
  readonly middle: number
  readonly distance: number
}

const placeLayersEvenly = (thickness: number, step: number): Layers => {
  const count = Math.min(maximumLayers, Math.max(1, Math.round(thickness / step) + 1))
  return { count, middle: 0, distance: count > 1 ? thickness / (count - 1) : 0 }
}

/**
 * Layers of a slab along the slices, one of them in the centre of each slice inside: between two
 * slices, a maximum is lower than the voxels of the scanner. Undefined if the slices lie at irregular
 * distances or the slab crosses them.
 */
function placeLayersOnSlices(
  geometry: VolumeGeometry,
  { origin, normal }: PlaneFrame,
  thickness: number,
  step: number,
): Layers | undefined {
  if (thickness === 0 || !isAlongSlices(geometry, { normal })) return undefined
  const { places } = geometry
  const gap = getMedian(places.slice(1).map((place, index) => place - (places[index] ?? 0)))
  const distance = gap / Math.max(1, Math.ceil(gap / step - 1e-6))
  const [, , own] = toCell(geometry, origin)
  const inside = places
    .map((place) => place - own)
    .filter((place) => Math.abs(place) <= thickness / 2 + 1e-6)
  const [anchor] = inside
  if (anchor === undefined) return undefined
  const toLayer = (place: number) => (place - anchor) / distance
  const isOnLayer = (place: number) => Math.abs(toLayer(place) - Math.round(toLayer(place))) <= 0.01
  const first = Math.ceil(toLayer(-thickness / 2) - 1e-6)
  const last = Math.floor(toLayer(thickness / 2) + 1e-6)
  const count = last - first + 1
  if (count > maximumLayers || !inside.every(isOnLayer)) return undefined
  const sign = Math.sign(dot(normal, geometry.normal))
  return { count, middle: sign * (anchor + ((first + last) / 2) * distance), distance }
}

/** Describes the picture of a plane for the kernel; the origin of the plane is its centre. */
export function describePlane(
  geometry: VolumeGeometry,
  plane: PlaneFrame,
  { width, height, step, slab, slabStep = geometry.step }: PlaneSize,
): PlaneCut {
  const thickness = slab?.thickness ?? 0
  const mode = slab?.mode ?? 'mip'
  const layers =
    (mode === 'mean' ? undefined : placeLayersOnSlices(geometry, plane, thickness, slabStep)) ??
    placeLayersEvenly(thickness, slabStep)
  const corner = toPlaneMillimetres({ plane, width, height, step }, 0, 0)
  const origin = move(corner, plane.normal, layers.middle)
  const start = toCell(geometry, origin)
  const getStep = (direction: Vector, distance: number) =>
    subtract(toCell(geometry, move(origin, direction, distance)), start)
  return {
    width,
    height,
    start,
    right: getStep(plane.right, step),
    down: getStep(plane.down, step),
    mode,
    layers: layers.count,
    between: getStep(plane.normal, layers.distance),
  }
}
