import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import type { SceneBuilder, Surface } from '../scene/scene.ts'
import type { Projection } from './chest.ts'
import { addSkullBones, createSections } from './skull-bones.ts'
import { addLowerJaw } from './skull-jaw.ts'
import { horseHead } from './skull-shape-horse.ts'
import { catHead } from './skull-shape-cat.ts'
import { dogHead } from './skull-shape.ts'
import type { HeadSection, HeadShape } from './skull-shape.ts'

/** The head that is built: `at` maps its coordinates to the scene, `k` is its unit in mm. */
export interface Head {
  readonly scene: SceneBuilder
  readonly build: AnimalProportions
  readonly shape: HeadShape
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly k: number
}

const shapes: Readonly<Record<AnimalProportions['species'], HeadShape>> = {
  Canine: dogHead,
  Feline: catHead,
  Equine: horseHead,
}

/** Length of the head relative to a thoracic vertebra. */
const lengths: Readonly<Record<AnimalProportions['species'], number>> = {
  Canine: 11.5,
  Feline: 9.2,
  Equine: 11,
}

interface SkullPlacement {
  readonly aim: Vec
  readonly size: number
  readonly skin: Surface
  readonly muscle: Surface
}

/**
 * Coordinates: x caudal, y ventral, z left; the origin is between orbit and brain. With `neck`, the
 * head is attached there, and the caller merges its skin with that of the trunk.
 */
export function addSkull(
  scene: SceneBuilder,
  build: AnimalProportions,
  plane: Projection,
  neck?: Vec,
): SkullPlacement {
  const shape = shapes[build.species]
  const length = build.u * lengths[build.species]
  const k = length / (1.05 + 0.95 * shape.face)
  const origin: Vec = neck ? [neck[0] - 1.12 * k, neck[1] + 0.02 * k, 0] : [0, 0, 0]
  const at = (x: number, y: number, z = 0): Vec => [
    (x < 0 ? x * shape.face : x) * k + origin[0],
    y * k + origin[1],
    z * k + origin[2],
  ]
  const head: Head = { scene, build, shape, at, k }
  const cheeks = build.species === 'Canine' ? 1.2 : 1.1
  const sections = shape.skin.map(([x, top, bottom, half]): HeadSection => [
    x,
    top,
    bottom,
    half * cheeks,
  ])
  const skin = createSections(head, sections, 1)
  const muscle = createSections(head, sections, 0.93)
  if (!neck) {
    scene.addFat(1, skin)
    scene.addOrgan(1, muscle)
  }
  addSkullBones(head)
  addLowerJaw(head)
  const highest = Math.min(...shape.skin.map(([, top]) => top))
  const lowest = Math.max(...shape.skin.filter(([x]) => x < 1).map(([, , bottom]) => bottom))
  const middle = ((highest + lowest) / 2) * k
  const aim: Vec = [((1 - 1.02 * shape.face) / 2) * k, plane === 'side' ? middle : 0, 0]
  return { aim, size: length, skin, muscle }
}
