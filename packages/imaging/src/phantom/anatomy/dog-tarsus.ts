import type { Vec } from '../scene/geometry.ts'
import type { Primitive, SceneBuilder } from '../scene/scene.ts'
import { block, sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { PlanePoint } from './plane-point.ts'

/** Lengths are relative to the tibia: x plantar, y distal, z lateral; the stifle is the origin. */
interface Shank {
  readonly scene: SceneBuilder
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly r: (share: number) => number
}

/** A cross-section of a bone, wide along z and thick along x. */
type Row = readonly [x: number, y: number, z: number, wide: number, thick: number]

const createBone = (
  { at, r }: Shank,
  rows: readonly Row[],
  ends: readonly [number, number] = [0.5, 0.5],
): Primitive =>
  sweep(
    rows.map(([x, y, z, wide, thick]): Section => ({
      at: at(x, y, z),
      wide: r(wide),
      thick: r(thick),
    })),
    { ends, segments: 24 },
  )

/** An outline across the leg, from dorsal to plantar and from medial to lateral. */
const outline = (
  dorsal: number,
  plantar: number,
  medial: number,
  lateral: number,
): PlanePoint[] => [
  [dorsal, (medial + lateral) / 2],
  [dorsal * 0.8 + plantar * 0.2, medial * 0.94 + lateral * 0.06],
  [dorsal * 0.25 + plantar * 0.75, medial],
  [plantar, medial * 0.6 + lateral * 0.4],
  [plantar, medial * 0.4 + lateral * 0.6],
  [dorsal * 0.25 + plantar * 0.75, lateral],
  [dorsal * 0.8 + plantar * 0.2, lateral * 0.94 + medial * 0.06],
]

/** Central, fourth, third, second and first tarsal bone. */
const shortBones: readonly (readonly [top: number, bottom: number, outline: PlanePoint[]])[] = [
  [1.121, 1.152, outline(-0.04, 0.045, -0.066, 0.006)],
  [1.129, 1.205, outline(-0.03, 0.055, 0.01, 0.068)],
  [1.156, 1.203, outline(-0.04, 0.04, -0.03, 0.006)],
  [1.156, 1.186, outline(-0.03, 0.03, -0.062, -0.034)],
  [1.158, 1.196, outline(0.012, 0.042, -0.074, -0.05)],
]

/** Adds the tarsus of a dog or cat as it stands under the tibia in views from the front. */
export function addDogTarsus(shank: Shank): void {
  const { scene, at, r } = shank
  addMalleoli(shank)
  addTalus(shank)
  // The calcaneus: its tuber rises behind the tibia, and its base stands on the fourth bone.
  scene.addBonePart(0.95, {
    cortex: r(0.008),
    spongy: 0.32,
    parts: [
      createBone(
        shank,
        [
          [0.118, 0.884, 0.03, 0.024, 0.022],
          [0.116, 0.9, 0.03, 0.03, 0.03],
          [0.108, 0.925, 0.031, 0.026, 0.03],
          [0.098, 0.965, 0.033, 0.022, 0.031],
          [0.08, 1.01, 0.036, 0.023, 0.036],
          [0.06, 1.05, 0.038, 0.028, 0.042],
          [0.04, 1.085, 0.039, 0.03, 0.04],
          [0.03, 1.108, 0.039, 0.029, 0.036],
          [0.026, 1.123, 0.039, 0.028, 0.032],
        ],
        [0.5, 0.1],
      ),
      // The sustentaculum tali, which supports the talus from the medial side.
      createBone(shank, [
        [0.05, 1.035, 0.03, 0.018, 0.018],
        [0.045, 1.04, 0.005, 0.016, 0.016],
        [0.04, 1.042, -0.014, 0.012, 0.013],
      ]),
    ],
  })
  for (const [top, bottom, points] of shortBones)
    scene.addBonePart(0.92, {
      cortex: r(0.0055),
      spongy: 0.42,
      parts: [
        block(
          points.map(([x, z]) => at(x, (top + bottom) / 2, z)),
          [0, r(bottom - top), 0],
          { edge: 0.3 },
        ),
      ],
    })
}

/** The ends of tibia and fibula embrace the talus on both sides. */
function addMalleoli(shank: Shank): void {
  shank.scene.addBonePart(0.8, {
    cortex: shank.r(0.007),
    spongy: 0.3,
    parts: [
      createBone(shank, [
        [0.015, 0.93, -0.056, 0.016, 0.04],
        [0.012, 0.97, -0.064, 0.016, 0.036],
        [0.01, 1.0, -0.068, 0.011, 0.026],
        [0.01, 1.016, -0.068, 0.006, 0.014],
      ]),
      createBone(shank, [
        [0.03, 0.93, 0.072, 0.012, 0.022],
        [0.028, 0.97, 0.07, 0.016, 0.028],
        [0.026, 1.002, 0.068, 0.014, 0.026],
        [0.026, 1.026, 0.068, 0.007, 0.014],
      ]),
    ],
  })
}

/** The talus: a roller with two ridges, and a neck that ends medially in a round head. */
function addTalus(shank: Shank): void {
  const { scene, at, r } = shank
  const roller = (
    [
      [-0.056, 0.034],
      [-0.046, 0.045],
      [-0.032, 0.048],
      [-0.014, 0.039],
      [0.002, 0.036],
      [0.018, 0.041],
      [0.034, 0.049],
      [0.046, 0.047],
      [0.055, 0.036],
    ] as const
  ).map(([z, radius]): Section => ({
    at: at(0.014, 1.026, z),
    wide: r(radius),
    thick: r(radius),
  }))
  scene.addBonePart(0.95, {
    cortex: r(0.0065),
    spongy: 0.4,
    parts: [
      sweep(roller, { axis: [1, 0, 0], ends: [0.15, 0.15], segments: 32 }),
      createBone(
        shank,
        [
          [0.01, 1.03, -0.006, 0.046, 0.038],
          [0.004, 1.06, -0.016, 0.036, 0.032],
          [0, 1.085, -0.026, 0.032, 0.029],
          [0, 1.105, -0.03, 0.035, 0.033],
          [0, 1.114, -0.031, 0.031, 0.031],
        ],
        [0.3, 0.12],
      ),
    ],
  })
}
