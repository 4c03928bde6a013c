import type { AnimalProportions } from './animal-proportions.ts'
import { addDogTarsus } from './dog-tarsus.ts'
import { addLongBone, createLongBone, createSleeve } from './long-bone.ts'
import type { Vec } from '../scene/geometry.ts'
import { ball, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'

/** The centres of stifle, tarsus and the whole leg, which the beam is aimed at. */
export interface HindLimbFront {
  readonly stifle: Vec
  readonly tarsus: Vec
  readonly middle: Vec
}

/**
 * Adds a hind leg of a dog or cat from the thigh to the toes, for views from the front or from
 * behind; medial is at negative z. Lengths are relative to the tibia.
 */
export function addHindLimbFront(scene: SceneBuilder, build: AnimalProportions): HindLimbFront {
  const long = build.tibia
  const at = (x: number, y: number, z = 0): Vec => [x * long, y * long, z * long]
  const r = (k: number) => k * long
  addFemurAndPatella(scene, at, r)
  addLongBone(scene, at(0, 0.02), at(0.02, 0.97, -0.01), [r(0.115), r(0.042), r(0.07)], {
    bow: at(0, 0, 0.012),
  })
  // The fibula is lateral, close to the tibia in its lower half.
  addLongBone(scene, at(0.03, 0.05, 0.115), at(0.03, 0.99, 0.075), [r(0.026), r(0.011), r(0.024)], {
    bow: at(0, 0, -0.014),
  })
  addDogTarsus({ scene, at, r })
  addToes(scene, at, r)
  const rows: (readonly [Vec, number, number])[] = (
    [
      [0, -0.95, 0.36, 0.5],
      [0, -0.5, 0.27, 0.4],
      [0, -0.15, 0.21, 0.28],
      [0, 0, 0.19, 0.24],
      [0.02, 0.2, 0.18, 0.22],
      [0.03, 0.5, 0.13, 0.17],
      [0.03, 0.8, 0.1, 0.13],
      [0.04, 1.02, 0.105, 0.13],
      [0.03, 1.2, 0.09, 0.11],
      [0.02, 1.6, 0.1, 0.1],
      [0.02, 1.85, 0.13, 0.1],
      [0.02, 2.1, 0.11, 0.08],
      [0.02, 2.22, 0.02, 0.02],
    ] as const
  ).map(([x, y, half, deep]) => [at(x, y), r(half), r(deep)])
  // The tendon that ends at the calcaneus, behind the lower leg.
  const heel: (readonly [Vec, number, number])[] = (
    [
      [0.08, 0.62, 0.02, 0.02],
      [0.085, 0.7, 0.045, 0.06],
      [0.1, 0.84, 0.055, 0.066],
      [0.108, 0.92, 0.066, 0.068],
      [0.085, 1.02, 0.068, 0.074],
      [0.06, 1.12, 0.06, 0.06],
      [0.045, 1.2, 0.02, 0.02],
    ] as const
  ).map(([x, y, half, deep]) => [at(x, y, 0.02), r(half), r(deep)])
  scene.addFat(1, createSleeve(rows), createSleeve(heel))
  scene.addOrgan(1, createSleeve(rows, r(0.018)), createSleeve(heel, r(0.016)))
  return { stifle: at(0, 0), tarsus: at(0.03, 1.12), middle: at(0.02, 0.5) }
}

type At = (x: number, y: number, z?: number) => Vec
type Radius = (k: number) => number

function addFemurAndPatella(scene: SceneBuilder, at: At, r: Radius): void {
  scene.addBonePart(1, {
    cortex: r(0.01),
    spongy: 0.28,
    parts: [
      createLongBone(at(0, -0.98), at(0, -0.06), [r(0.09), r(0.05), r(0.085)], { flat: false }),
      ball(at(0.02, -0.055, 0.06), r(0.075), r(0.068), r(0.05)),
      ball(at(0.02, -0.055, -0.06), r(0.075), r(0.068), r(0.05)),
    ],
  })
  scene.addBonePart(0.8, {
    cortex: r(0.007),
    spongy: 0.35,
    parts: [ball(at(-0.12, -0.17), r(0.035), r(0.065), r(0.034))],
  })
  // Two sesamoid bones behind the femoral condyles; dogs and cats have both.
  for (const z of [-0.062, 0.062])
    scene.addBone(r(0.006), ball(at(0.11, -0.12, z), r(0.022), r(0.026), r(0.022)))
}

function addToes(scene: SceneBuilder, at: At, r: Radius): void {
  for (const [i, z] of [-0.052, -0.018, 0.018, 0.052].entries()) {
    const outer = i === 0 || i === 3 ? 0.05 : 0
    addLongBone(scene, at(0, 1.212, z), at(0, 1.72 - outer, z * 1.7), [
      r(0.024),
      r(0.016),
      r(0.024),
    ])
    addLongBone(scene, at(0, 1.745 - outer, z * 1.75), at(0, 1.93 - outer, z * 2), [
      r(0.021),
      r(0.014),
      r(0.017),
    ])
    addLongBone(scene, at(0, 1.95 - outer, z * 2), at(0, 2.05 - outer, z * 2), [
      r(0.017),
      r(0.011),
      r(0.014),
    ])
    scene.addBone(
      r(0.005),
      tube([at(0, 2.07 - outer, z * 2), at(0, 2.15 - outer, z * 2)], [r(0.015), r(0.004)]),
    )
  }
}
