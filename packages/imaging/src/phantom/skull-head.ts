import type { Vec } from './geometry.ts'

export type Flat = readonly [number, number]

export interface Head {
  /** Length of the face, against a dog's. */
  readonly face: number
  readonly dome: number
  readonly jaw: number
}

export type Place = (x: number, second: number, third?: number) => Vec
