import type { DrawingPlane, Point, Vector } from '@talus/contract'
import { dot, move } from '../vectors.ts'
import type { PlaneFrame } from './frame.ts'
import { toPlanePixel } from './picture.ts'
import type { PlanePicture } from './picture.ts'

/** Pixels of drawings count from the corner of the first pixel, those of planes from its centre. */
const half = 0.5

/** Planes that differ by less than one degree show the same. */
const alignedCosine = Math.cos(Math.PI / 180)

/** The plane of a picture, as it is stored with a drawing on it. */
export const createDrawingPlane = (
  { plane: { origin, right, down } }: PlanePicture,
  frameOfReferenceUID: string,
): DrawingPlane => ({
  frameOfReferenceUID,
  origin: [...origin],
  right: [...right],
  down: [...down],
})

/** From a pixel of a drawing on a picture to the millimetres of `createDrawingPlane`. */
export const toPlanePoint = ({ width, height, step }: PlanePicture, { x, y }: Point): Point => ({
  x: (x - width * half) * step,
  y: (y - height * half) * step,
})

/** The place in the patient of a point of a drawing on a plane. */
export const toPlace = ({ origin, right, down }: DrawingPlane, { x, y }: Point): Vector =>
  move(move(origin, right, x), down, y)

/** From millimetres in a plane to the pixel of a picture, and the distance from its plane. */
export function toPicturePoint(
  picture: PlanePicture,
  plane: DrawingPlane,
  point: Point,
): Point & { readonly depth: number } {
  const { x, y, depth } = toPlanePixel(picture, toPlace(plane, point))
  return { x: x + half, y: y + half, depth }
}

/**
 * Whether a picture has the axes of a plane, in any order and direction: rectangles and ellipses
 * follow the axes of the picture and would cover another area if it were turned by another angle.
 */
export function hasPlaneAxes(
  { right, down }: Pick<PlaneFrame, 'right' | 'down'>,
  plane: Pick<DrawingPlane, 'right' | 'down'>,
): boolean {
  const isAlong = (a: Vector, b: Vector) => Math.abs(dot(a, b)) >= alignedCosine
  return (
    (isAlong(right, plane.right) && isAlong(down, plane.down)) ||
    (isAlong(right, plane.down) && isAlong(down, plane.right))
  )
}

/**
 * Whether a drawing is shown on a picture: only where it was drawn. `tolerance` is half the
 * distance to the next plane.
 */
export const isOnPicture = (
  picture: PlanePicture,
  plane: DrawingPlane,
  points: readonly Point[],
  tolerance: number,
): boolean =>
  hasPlaneAxes(picture.plane, plane) &&
  points.every((point) => Math.abs(toPicturePoint(picture, plane, point).depth) <= tolerance + 1e-6)
