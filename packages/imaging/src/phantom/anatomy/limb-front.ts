import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone, createLongBone, createSleeve } from './long-bone.ts'
import { addDogCarpus } from './dog-carpus.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'

/** Lengths are relative to the radius: x caudal, y distal, z lateral; the elbow is the origin. */
export interface Forearm {
  readonly scene: SceneBuilder
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly r: (share: number) => number
}

/**
 * Adds a forelimb from the elbow down; cranial or medial is on the left. Lengths are relative to
 * the radius.
 */
export function addForeLimb(scene: SceneBuilder, build: AnimalProportions, front: boolean): Vec {
  const long = build.tibia * 0.94
  const at = (x: number, y: number, z = 0): Vec => [x * long, y * long, z * long]
  const r = (k: number) => k * long
  const arm: Forearm = { scene, at, r }
  addElbow(arm, front)
  addDogCarpus(arm)
  for (const [i, z] of [-0.055, -0.018, 0.018, 0.055].entries()) {
    const outer = i === 0 || i === 3 ? 0.04 : 0
    addLongBone(
      scene,
      at(0.004 + z * 0.3, 1.132 + outer * 0.3, z),
      at(0.015 + z * 0.55, 1.56 - outer, z * 1.9),
      [r(0.026), r(0.017), r(0.025)],
      { flat: false },
    )
    addLongBone(
      scene,
      at(0.016 + z * 0.58, 1.6 - outer, z * 1.95),
      at(0.03 + z * 0.7, 1.78 - outer, z * 2.2),
      [r(0.022), r(0.014), r(0.018)],
    )
    addLongBone(scene, at(0.035, 1.8 - outer, z * 2.2), at(0.06, 1.9 - outer, z * 2.2), [
      r(0.018),
      r(0.012),
      r(0.015),
    ])
    scene.addBone(
      r(0.004),
      sweep(
        (
          [
            [0.065, 1.92, 0.017],
            [0.052, 1.945, 0.015],
            [0.03, 1.99, 0.004],
          ] as const
        ).map(([x, y, radius]): Section => ({
          at: at(x, y - outer, z * 2.2),
          wide: r(radius * 0.8),
          thick: r(radius),
        })),
      ),
    )
    // Paired sesamoids behind the joint of metacarpus and toe.
    for (const side of [-1, 1])
      scene.addBonePart(0.8, {
        cortex: r(0.004),
        spongy: 0.4,
        parts: [
          sweep(
            [-0.014, 0, 0.014].map((t): Section => ({
              at: at(0.045 + z * 0.5, 1.565 - outer + t, z * 1.9 + side * 0.012),
              wide: r(0.008),
              thick: r(0.009),
            })),
            { segments: 12 },
          ),
        ],
      })
  }
  const rows: (readonly [Vec, number, number])[] = (
    [
      [-0.08, -0.95, 0.42, 0.3],
      [-0.02, -0.5, 0.36, 0.26],
      [0.03, -0.1, 0.24, 0.19],
      [0.03, 0.15, 0.2, 0.16],
      [0.02, 0.5, 0.15, 0.12],
      [0.02, 0.85, 0.11, 0.09],
      [0.03, 1.05, 0.13, 0.11],
      [0.02, 1.3, 0.12, 0.1],
      [0.03, 1.6, 0.14, 0.12],
      [0.05, 1.9, 0.1, 0.09],
      [0.05, 2.06, 0.02, 0.02],
    ] as const
  ).map(([x, y, half, deep]) =>
    front ? [at(x, y), r(deep) * 1.2, r(half)] : [at(x, y), r(half), r(deep)],
  )
  scene.addFat(1, createSleeve(rows))
  scene.addOrgan(1, createSleeve(rows, r(0.018)))
  return at(0.02, 0.55)
}

/** Adds humerus, radius and ulna. The humerus is bent back unless it is seen from the front. */
function addElbow({ scene, at, r }: Forearm, front: boolean): void {
  // Trochlea and capitulum: a roller across the leg with a groove, larger on the medial side.
  const roller = (
    [
      [-0.07, 0.052],
      [-0.055, 0.066],
      [-0.032, 0.067],
      [-0.006, 0.056],
      [0.02, 0.059],
      [0.045, 0.06],
      [0.064, 0.05],
    ] as const
  ).map(([z, radius]): Section => ({
    at: at(0.004, -0.036, z),
    wide: r(radius),
    thick: r(radius),
  }))
  const epicondyle = (z: number, size: number) =>
    sweep(
      (
        [
          [-0.19, 0.7, 0.1],
          [-0.13, 0.9, 0.2],
          [-0.085, 1, 0.26],
          [-0.05, 0.96, 0.2],
        ] as const
      ).map(([y, t, half]): Section => ({
        at: at(0.012, y, z * t),
        wide: r(half * 0.09 * size),
        thick: r(half * 0.2 * size),
      })),
      { segments: 16 },
    )
  scene.addBonePart(1, {
    cortex: r(0.008),
    spongy: 0.28,
    parts: [
      createLongBone(at(front ? 0 : -0.2, -0.85), at(0, -0.07), [r(0.11), r(0.05), r(0.055)], {
        flat: false,
        deep: 1.12,
      }),
      sweep(roller, { axis: [1, 0, 0], ends: [0.15, 0.15], segments: 32 }),
      epicondyle(-0.074, 1.15),
      epicondyle(0.068, 1),
    ],
  })
  addLongBone(
    scene,
    at(-0.01, 0.032, 0.012),
    at(0.02, 0.99, -0.012),
    [r(0.054), r(0.035), r(0.062)],
    { bow: at(-0.035, 0), deep: 1.3 },
  )
  // Ulna: olecranon, the notch around the condyle with the coronoid process, a tapering shaft.
  const ulna: readonly (readonly [x: number, y: number, z: number, thick: number, wide: number])[] =
    [
      [0.128, -0.225, -0.01, 0.036, 0.026],
      [0.122, -0.2, -0.01, 0.048, 0.032],
      [0.112, -0.15, -0.01, 0.044, 0.026],
      [0.104, -0.1, -0.01, 0.042, 0.024],
      [0.103, -0.045, -0.008, 0.031, 0.03],
      [0.088, 0.005, -0.005, 0.036, 0.038],
      [0.07, 0.05, 0, 0.036, 0.032],
      [0.062, 0.12, 0.01, 0.03, 0.024],
      [0.055, 0.3, 0.025, 0.024, 0.02],
      [0.05, 0.55, 0.042, 0.017, 0.016],
      [0.052, 0.8, 0.055, 0.016, 0.015],
      [0.056, 0.93, 0.058, 0.024, 0.02],
      [0.054, 0.99, 0.06, 0.018, 0.016],
      [0.046, 1.025, 0.06, 0.009, 0.009],
    ]
  scene.addBonePart(0.95, {
    cortex: r(0.0085),
    spongy: 0.25,
    parts: [
      sweep(
        ulna.map(([x, y, z, thick, wide]): Section => ({
          at: at(x, y, z),
          wide: r(wide),
          thick: r(thick),
        })),
        { ends: [0.5, 0.9], segments: 22 },
      ),
      // Anconeal process.
      sweep(
        (
          [
            [0.1, -0.105, 0.026],
            [0.082, -0.104, 0.018],
            [0.066, -0.096, 0.008],
          ] as const
        ).map(([x, y, radius]): Section => ({
          at: at(x, y, -0.01),
          wide: r(radius * 0.7),
          thick: r(radius),
        })),
        { segments: 14 },
      ),
    ],
  })
}
