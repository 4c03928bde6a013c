import type { Head } from './skull-head.ts'
import type { Build } from './build.ts'
import type { Vec } from './geometry.ts'
import type { SceneBuilder } from './scene.ts'
import type { Plane } from './chest.ts'
import { addFromSide } from './skull-side.ts'
import { addFromAbove } from './skull-above.ts'

const heads: Readonly<Record<Build['species'], Head>> = {
  Canine: { face: 1, dome: 1, jaw: 1 },
  Feline: { face: 0.42, dome: 1.2, jaw: 0.9 },
  Equine: { face: 1.9, dome: 0.78, jaw: 1.5 },
}

/**
 * x caudal, y ventral, z left; the origin lies between orbit and brain. On a neck the head begins
 * where the neck ends, and has its skin already.
 */
export function addSkull(
  scene: SceneBuilder,
  build: Build,
  plane: Plane,
  neck?: Vec,
): { aim: Vec; size: number } {
  const head = heads[build.species]
  const length =
    build.u * (build.species === 'Equine' ? 11 : build.species === 'Feline' ? 9.2 : 11.5)
  const k = length / (1.05 + 0.95 * head.face)
  const origin: Vec = neck ? [neck[0] - 1.12 * k, neck[1] + 0.02 * k, 0] : [0, 0, 0]
  const at = (x: number, y: number, z: number): Vec => [
    (x < 0 ? x * head.face : x) * k + origin[0],
    y * k + origin[1],
    z * k,
  ]
  if (plane === 'side') addFromSide(scene, build, head, (x, y, z = 0) => at(x, y, z), k, !neck)
  else addFromAbove(scene, build, (x, z, y = 0) => at(x, y, z), k, !neck)
  const aim: Vec = [((1 - 1.02 * head.face) / 2) * k, plane === 'side' ? 0.2 * k : 0, 0]
  return { aim, size: length }
}
