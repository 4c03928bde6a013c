import type { AnimalProportions } from './animal-proportions.ts'
import { clamp, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { ball, tube } from '../scene/scene.ts'
import type { Loft, SceneBuilder } from '../scene/scene.ts'
import { addTibia } from './tibia.ts'
import { addFemur } from './femur.ts'
import { addHock } from './hock.ts'

export interface Stifle {
  /** Centre of the joint, the target of the beam. */
  readonly joint: Vec
  readonly talus: Vec
}

function createFlesh(
  build: AnimalProportions,
  stations: readonly (readonly [Vec, number, number])[],
  under: number,
): Loft {
  const { tibia: long } = build
  const thick = build.species === 'Equine' ? 2.2 : 1
  return {
    kind: 'loft',
    stations: stations.map(([at, half, deep]) => ({
      at,
      half: Math.max(0.01, half - under) * long,
      deep: Math.max(0.01, deep * thick - under) * long,
    })),
  }
}

/** Adds a hind leg in the lateral view: cranial on the left, the thigh upwards and caudal. */
export function addHindLimb(scene: SceneBuilder, build: AnimalProportions): Stifle {
  const long = build.tibia
  const { talus, plateau } = addTibia(scene, build)
  const thigh = addFemur(scene, build, plateau)
  const foot = addHock(scene, build, talus)
  const at = (x: number, y: number): Vec => [x * long, y * long, 0]
  const shank: (readonly [Vec, number, number])[] = [
    [at(0.1, -0.3), 0.03, 0.03],
    [at(0.06, -0.2), 0.17, 0.12],
    [at(0.035, -0.1), 0.21, 0.17],
    [at(0.035, 0), 0.205, 0.165],
    [at(0.045, 0.15), 0.2, 0.15],
    [at(0.055, 0.32), 0.185, 0.125],
    [at(0.055, 0.5), 0.155, 0.095],
    [at(0.06, 0.68), 0.125, 0.07],
    [at(0.06, 0.84), 0.11, 0.06],
    [at(0.05, 0.98), 0.115, 0.065],
    [at(0.04, 1.06), 0.09, 0.055],
    [at(0.04, 1.12), 0.012, 0.02],
  ]
  const knee = scene.landmarks['femoralCondyle'] ?? at(0, 0)
  const alongThigh = (t: number) => mix(knee, thigh, t)
  const upper: (readonly [Vec, number, number])[] = [
    [alongThigh(-0.22), 0.08, 0.08],
    [alongThigh(-0.1), 0.19, 0.14],
    [alongThigh(0.1), 0.26, 0.19],
    [alongThigh(0.35), 0.36, 0.25],
    [alongThigh(0.7), 0.47, 0.3],
    [alongThigh(1.15), 0.56, 0.34],
  ]
  const lower: (readonly [Vec, number, number])[] = [
    [mix(talus, foot, -0.43), 0.012, 0.02],
    [mix(talus, foot, -0.36), 0.07, 0.045],
    [mix(talus, foot, -0.2), 0.1, 0.055],
    [mix(talus, foot, 0.05), 0.1, 0.07],
    [mix(talus, foot, 0.4), 0.085, 0.065],
    [mix(talus, foot, 1.1), 0.08, 0.06],
    [mix(talus, foot, 1.35), 0.08, 0.06],
  ].map(([at0, half, deep]) => [at0, half, deep] as readonly [Vec, number, number])
  scene.addFat(
    1,
    createFlesh(build, shank, 0),
    createFlesh(build, upper, 0),
    createFlesh(build, lower, 0),
  )
  scene.addOrgan(
    1,
    createFlesh(build, shank, 0.018),
    createFlesh(build, upper, 0.02),
    createFlesh(build, lower, 0.016),
  )
  // The fat pad distal of the patella, and the fascia between the muscles of the calf.
  const pad = scene.landmarks['patella'] ?? knee
  const addFat = (share: number, ...parts: Parameters<typeof scene.addOrgan>[1][]) =>
    scene.addOrgan(-share, ...parts)
  addFat(0.55, ball(mix(pad, at(-0.03, 0), 0.55), 0.055 * long, 0.07 * long, 0.06 * long))
  addFat(
    0.5,
    tube(
      [at(0.1, 0.14), at(0.13, 0.4), at(0.105, 0.62), at(0.1, 0.8)],
      [0.008, 0.018, 0.03, 0.03].map((r) => r * long),
      { deep: 1.6 },
    ),
  )
  addFat(
    0.4,
    tube(
      [
        alongThigh(0.1),
        mix(alongThigh(0.4), at(0.4, -0.2), 0.35),
        mix(alongThigh(0.9), at(0.6, 0), 0.45),
      ],
      [0.008, 0.012, 0.02].map((r) => r * long),
      { deep: 2.5 },
    ),
  )
  return { joint: at(clamp(0.06, 0, 1), 0.28), talus }
}
