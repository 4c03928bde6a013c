import type { Vec } from '../scene/geometry.ts'

/** A point in the image plane: x caudal, y distal. */
export type PlanePoint = readonly [number, number]

export const toVec = ([x, y]: PlanePoint, z = 0): Vec => [x, y, z]

export const rotatePoint = ([x, y]: PlanePoint, angle: number): PlanePoint => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]
