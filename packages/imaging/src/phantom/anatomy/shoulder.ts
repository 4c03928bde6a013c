import type { AnimalProportions } from './animal-proportions.ts'
import { add, mix, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone, createLongBone, createSleeve } from './long-bone.ts'
import { ball } from '../scene/scene.ts'
import type { Loft, SceneBuilder } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'

export interface Shoulder {
  readonly joint: Vec
  readonly elbow: Vec
}

/** Adds scapula, humerus and forearm to the trunk; x caudal, y ventral, z lateral. */
export function addShoulder(
  scene: SceneBuilder,
  build: AnimalProportions,
  side: 1 | -1,
  lateral: boolean,
): Shoulder {
  const { u, random } = build
  const pull = lateral ? -1.6 - random() * 1.2 : -0.6
  const joint: Vec = [
    (pull + 0.1) * u,
    build.chestDepth * 0.62 * u,
    side * build.chestHalfWidth * 0.72 * u,
  ]
  const top: Vec = [joint[0] + 2.7 * u, -2.5 * u, side * build.chestHalfWidth * 0.5 * u]
  const across: Vec = [0.86, 0.42, 0]
  const at = (t: number, w: number, out = 0): Vec =>
    add(add(mix(joint, top, t), multiply(across, w * u)), [0, 0, side * out * u])
  const blade: [number, number, number, number][] = [
    [0.02, 0, 0.44, 0.34],
    [0.07, 0, 0.4, 0.28],
    [0.15, 0, 0.36, 0.17],
    [0.3, 0.05, 0.62, 0.085],
    [0.5, 0.1, 1.05, 0.06],
    [0.72, 0.1, 1.42, 0.05],
    [0.9, 0.04, 1.42, 0.05],
    [1, 0, 1.15, 0.06],
  ]
  scene.addBonePart(0.85, {
    cortex: 0.035 * u,
    spongy: 0.3,
    parts: [
      sweep(
        blade.map(([t, w, wide, thick]): Section => ({
          at: at(t, w),
          wide: wide * u,
          thick: thick * u,
        })),
        { axis: across, ends: [0.3, 8], segments: 24 },
      ),
    ],
  })
  // The spine of the scapula stands on the blade: seen from the side it is a dense line.
  const ridge: [number, number, number][] = [
    [0.1, 0.34, 0.1],
    [0.2, 0.3, 0.26],
    [0.45, 0.24, 0.24],
    [0.75, 0.16, 0.16],
    [0.96, 0.08, 0.05],
  ]
  scene.addBonePart(0.75, {
    parts: [
      sweep(
        ridge.map(([t, out, wide]): Section => ({
          at: at(t, -0.06, out),
          wide: wide * u,
          thick: 0.035 * u,
        })),
      ),
    ],
  })
  const elbow: Vec = lateral
    ? [joint[0] - 1.9 * u, joint[1] + 6 * u, joint[2] * 1.05]
    : [joint[0] - 4.6 * u, joint[1] + 1.5 * u, joint[2] * 1.4]
  const along = (t: number, x: number, y: number): Vec =>
    add(mix(joint, elbow, t), lateral ? [x * u, y * u, 0] : [0, y * u, side * x * 0.5 * u])
  // Head of the humerus under the glenoid, and the greater tubercle before it.
  scene.addBonePart(1, {
    cortex: 0.05 * u,
    spongy: 0.3,
    parts: [
      createLongBone(along(0.05, 0, 0.1), elbow, [0.58 * u, 0.34 * u, 0.5 * u], { flat: false }),
      ball(along(0.05, 0.16, 0.14), 0.56 * u, 0.52 * u, 0.5 * u),
      ball(along(0.06, -0.38, 0.06), 0.3 * u, 0.46 * u, 0.34 * u),
    ],
  })
  if (lateral) scene.addSoft(0.2, ball(mix(joint, top, 0.35), 1.9 * u, 2.6 * u, 0.6 * u))
  addLongBone(scene, mix(joint, elbow, 1.02), mix(joint, elbow, 1.9), [
    0.42 * u,
    0.26 * u,
    0.42 * u,
  ])
  return { joint, elbow }
}

/** The flesh of a foreleg; the caller merges it with the trunk, so that overlaps count once. */
export function createArm(
  build: AnimalProportions,
  { joint, elbow }: Shoulder,
  under: number,
  lateral: boolean,
): Loft {
  const { u } = build
  // At the depth of the middle of the trunk: a gap between both would count as flesh.
  const level = (at: Vec): Vec =>
    lateral ? [at[0], at[1], 0] : [at[0], build.chestDepth * 0.2 * u, at[2]]
  const stations: [number, number, number][] = [
    [-0.45, 0.3, 0.3],
    [-0.3, 1.2, 0.8],
    [-0.05, 1.9, 1.2],
    [0.25, 2, 1.3],
    [0.6, 1.75, 1.25],
    [1, 1.3, 1],
    [1.5, 1, 0.8],
    [2.1, 0.85, 0.7],
  ]
  return createSleeve(
    stations.map(
      ([t, half, deep]) =>
        [level(mix(joint, elbow, t)), half * u, deep * (lateral ? 1.7 : 1.3) * u] as const,
    ),
    under,
  )
}
