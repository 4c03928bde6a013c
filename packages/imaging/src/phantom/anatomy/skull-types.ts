import type { Vec } from '../scene/geometry.ts'

export type PlanePoint = readonly [number, number]

export interface HeadProportions {
  /** Length of the face relative to that of a dog. */
  readonly face: number
  readonly dome: number
  readonly jaw: number
}

export type PointMapper = (x: number, second: number, third?: number) => Vec
