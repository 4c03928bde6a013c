import { heartLong } from './animal-proportions.ts'
import type { AnimalProportions } from './animal-proportions.ts'
import { interpolate } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'

export type Projection = 'side' | 'above'

export interface Chest {
  readonly sternum: (x: number) => number
  readonly width: (x: number) => number
  readonly carina: Vec
  readonly apex: Vec
}

export function createChest(build: AnimalProportions): Chest {
  const { u, chestDepth: d, chestHalfWidth: w, thoracic } = build
  const k = (thoracic / 13) * u
  const depth: [number, number][] = [
    [-1.6 * k, 0.6 * d * u],
    [0.8 * k, 0.74 * d * u],
    [4 * k, 0.9 * d * u],
    [7.4 * k, d * u],
    [9.5 * k, 1.04 * d * u],
    [13 * k, 1.0 * d * u],
  ]
  const width: [number, number][] = [
    [-1.5 * k, 0.42 * w * u],
    [0, 0.5 * w * u],
    [4 * k, 0.82 * w * u],
    [9 * k, w * u],
    [13 * k, 1.02 * w * u],
  ]
  const carina: Vec = [4.9 * k, 1.55 * u, 0]
  const long = build.vhs * heartLong * u
  const lean = build.heartLean
  const apex: Vec = [carina[0] + long * Math.sin(lean), carina[1] + long * Math.cos(lean), 0]
  return {
    sternum: (x) => interpolate(depth, x),
    width: (x) => interpolate(width, x),
    carina,
    apex,
  }
}
