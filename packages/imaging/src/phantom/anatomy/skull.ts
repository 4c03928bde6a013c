import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Projection } from './chest.ts'
import { addSkullFromSide } from './skull-side.ts'
import { addSkullFromAbove } from './skull-above.ts'

export interface HeadProportions {
  /** Length of the face relative to that of a dog. */
  readonly face: number
  readonly dome: number
  readonly jaw: number
}

export type PointMapper = (x: number, second: number, third?: number) => Vec

const heads: Readonly<Record<AnimalProportions['species'], HeadProportions>> = {
  Canine: { face: 1, dome: 1, jaw: 1 },
  Feline: { face: 0.42, dome: 1.2, jaw: 0.9 },
  Equine: { face: 1.9, dome: 0.78, jaw: 1.5 },
}

/**
 * Coordinates: x caudal, y ventral, z left; the origin is between orbit and brain. With `neck`, the
 * head is attached there and gets no skin, because the trunk includes it.
 */
export function addSkull(
  scene: SceneBuilder,
  build: AnimalProportions,
  plane: Projection,
  neck?: Vec,
): { aim: Vec; size: number } {
  const proportions = heads[build.species]
  const length =
    build.u * (build.species === 'Equine' ? 11 : build.species === 'Feline' ? 9.2 : 11.5)
  const k = length / (1.05 + 0.95 * proportions.face)
  const origin: Vec = neck ? [neck[0] - 1.12 * k, neck[1] + 0.02 * k, 0] : [0, 0, 0]
  const at = (x: number, y: number, z: number): Vec => [
    (x < 0 ? x * proportions.face : x) * k + origin[0],
    y * k + origin[1],
    z * k,
  ]
  if (plane === 'side')
    addSkullFromSide({ scene, build, proportions, at: (x, y, z = 0) => at(x, y, z), k }, !neck)
  else addSkullFromAbove(scene, build, (x, z, y = 0) => at(x, y, z), k, !neck)
  const aim: Vec = [((1 - 1.02 * proportions.face) / 2) * k, plane === 'side' ? 0.2 * k : 0, 0]
  return { aim, size: length }
}
