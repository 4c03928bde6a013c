import type { Vec } from './geometry.ts'

/** In the plane of the picture: x caudal, y distal. */
export type Flat = readonly [number, number]

export const flat = ([x, y]: Flat, z = 0): Vec => [x, y, z]

export const turned = ([x, y]: Flat, angle: number): Flat => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]
