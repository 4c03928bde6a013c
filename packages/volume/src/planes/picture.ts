import type { Vector } from '@talus/contract'
import { getCentre, getCorners } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import { dot, move, subtract } from '../vectors.ts'
import type { PlaneFrame } from './frame.ts'

/** The pixels of a plane: square, `step` millimetres apart, around the origin of the plane. */
export interface PlanePicture {
  /** Its origin is the centre of the picture. */
  readonly plane: PlaneFrame
  readonly width: number
  readonly height: number
  readonly step: number
}

/**
 * The picture that covers the whole volume. Only its direction changes its size and centre, so a
 * picture does not shift while the user scrolls or moves the cross-hairs.
 */
export function fitPlane(
  geometry: VolumeGeometry,
  plane: PlaneFrame,
  step = geometry.step,
): PlanePicture {
  const centre = getCentre(geometry)
  const ways = getCorners(geometry).map((corner) => subtract(corner, centre))
  const measure = (direction: Vector) =>
    2 * Math.max(...ways.map((way) => Math.abs(dot(way, direction))))
  const depth = dot(subtract(plane.origin, centre), plane.normal)
  return {
    plane: { ...plane, origin: move(centre, plane.normal, depth) },
    width: Math.ceil(measure(plane.right) / step) + 1,
    height: Math.ceil(measure(plane.down) / step) + 1,
    step,
  }
}

/** The place of a pixel, counted from 0; the centre of a pixel is at whole numbers. */
export function toPlaneMillimetres(picture: PlanePicture, x: number, y: number): Vector {
  const { plane, width, height, step } = picture
  const across = move(plane.origin, plane.right, (x - (width - 1) / 2) * step)
  return move(across, plane.down, (y - (height - 1) / 2) * step)
}

/** The pixel of the perpendicular projection of a place, and its distance along the normal. */
export function toPlanePixel(
  picture: PlanePicture,
  millimetres: Vector,
): { readonly x: number; readonly y: number; readonly depth: number } {
  const { plane, width, height, step } = picture
  const way = subtract(millimetres, plane.origin)
  return {
    x: dot(way, plane.right) / step + (width - 1) / 2,
    y: dot(way, plane.down) / step + (height - 1) / 2,
    depth: dot(way, plane.normal),
  }
}
