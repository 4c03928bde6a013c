import { getPlace, toCell, getSliceIndex } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import { dot, scale } from '../vectors.ts'
import type { PlaneFrame } from './frame.ts'

/** Across 250 mm, such a plane departs from a parallel one by 0.35 mm at most. */
const parallel = 1 - 1e-6

export const isAlongSlices = (
  { normal }: Pick<VolumeGeometry, 'normal'>,
  plane: Pick<PlaneFrame, 'normal'>,
): boolean => Math.abs(dot(normal, plane.normal)) >= parallel

/**
 * The slice that a plane shows, counted from 0. Undefined for a plane that the scanner has not
 * acquired: one that lies between two slices or crosses them, as with a tilted gantry.
 */
export function findAcquiredSlice(
  geometry: VolumeGeometry,
  plane: Pick<PlaneFrame, 'origin' | 'normal'>,
): number | undefined {
  if (!isAlongSlices(geometry, plane)) return undefined
  const [, , place] = toCell(geometry, plane.origin)
  const slice = Math.round(getSliceIndex(geometry, place))
  if (slice < 0 || slice >= geometry.count) return undefined
  const tolerance = Math.max(0.01, 0.01 * geometry.step)
  return Math.abs(getPlace(geometry, slice) - place) <= tolerance ? slice : undefined
}

/**
 * Millimetres along the normal of a plane in the coordinates of the file. They grow as those of the
 * slices if the plane is nearly parallel to them, otherwise towards the left, the back or the head.
 */
export function getPlanePosition(
  { normal: slices }: Pick<VolumeGeometry, 'normal'>,
  { origin, normal }: Pick<PlaneFrame, 'origin' | 'normal'>,
): number {
  const cosine = dot(slices, normal)
  const main = normal.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0)
  const sign = Math.abs(cosine) > Math.SQRT1_2 ? cosine : main
  return dot(origin, scale(normal, Math.sign(sign)))
}
