import type { Vec } from '../scene/geometry.ts'
import { ball } from '../scene/scene.ts'
import type { SceneBuilder, Surface } from '../scene/scene.ts'
import { block, sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { PlanePoint } from './plane-point.ts'

/** Coordinates: x palmar or plantar, y distal, z lateral; the fetlock is the origin. */
export interface Leg {
  readonly scene: SceneBuilder
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly r: (mm: number) => number
}

/** x, y, z, half width from side to side, half width from front to back, wall; in mm. */
export type BoneStop = readonly [
  x: number,
  y: number,
  z: number,
  wide: number,
  thick: number,
  wall?: number,
]

export const createBone = (
  { at, r }: Leg,
  stops: readonly BoneStop[],
  ends: readonly [number, number] = [0.2, 0.2],
  power = 2.2,
): Surface =>
  sweep(
    stops.map(([x, y, z, wide, thick, wall]): Section => ({
      at: at(x, y, z),
      wide: r(wide),
      thick: r(thick),
      ...(wall !== undefined && { wall: r(wall) }),
    })),
    { ends, power, segments: 28 },
  )

/**
 * Adds a short bone, as in the rows of carpus and tarsus: its outline across the leg, as points of
 * x and z, between two heights.
 */
export function addShortBone(
  { scene, at, r }: Leg,
  outline: readonly PlanePoint[],
  top: number,
  bottom: number,
): void {
  const middle = (top + bottom) / 2
  scene.addBonePart(0.95, {
    cortex: r(1.1),
    spongy: 0.45,
    parts: [
      block(
        outline.map(([x, z]) => at(x, middle, z)),
        [0, r(bottom - top), 0],
        { edge: 0.3, waist: 0.045 },
      ),
    ],
  })
}

export function addCannon(leg: Leg, hind: boolean): void {
  const { scene, at, r } = leg
  const long = hind ? -265 : -225
  const along = (t: number) => long + (-14 - long) * t
  const shaft: BoneStop[] = [
    [0, along(0), 0, 25, 19, 2],
    [0, along(0.05), 0, 25.5, 20, 2.6],
    [0, along(0.12), 0, 22.5, 18, 4.4],
    [0, along(0.25), 0, 18.5, 15.5, 6.6],
    [0, along(0.5), 0, 17.5, 14.5, 7.4],
    [0, along(0.72), 0, 18, 14, 6],
    [0, along(0.86), 0, 21.5, 15, 3.6],
    [1, along(0.94), 0, 24, 17, 0.6],
  ]
  scene.addBonePart(1, {
    cortex: r(2.4),
    spongy: 0.3,
    parts: [createBone(leg, shaft, [0.1, 0.1])],
  })
  // Condyles with the sagittal ridge, a roller across the leg. It is a body of its own, because a
  // ray along the leg would count everything between roller and shaft.
  scene.addBonePart(0.95, {
    cortex: r(1.8),
    spongy: 0.32,
    parts: [
      sweep(
        [
          [-26, 17],
          [-21, 20.5],
          [-13, 21.5],
          [-6, 22],
          [0, 24.5],
          [6, 22],
          [13, 21.5],
          [21, 20.5],
          [26, 17],
        ].map(([z = 0, radius = 0]): Section => ({
          at: at(2, -5, z),
          wide: r(radius),
          thick: r(radius),
        })),
        { axis: [1, 0, 0], ends: [0.1, 0.1], segments: 36 },
      ),
    ],
  })
  for (const z of [-1, 1])
    scene.addBonePart(0.9, {
      cortex: r(1.8),
      spongy: 0.2,
      parts: [
        createBone(
          leg,
          [
            [13.5, long + 4, z * 18, 7.5, 7.5],
            [14, long + 8, z * 18, 9, 9],
            [16, long + 16, z * 18, 8, 8.5],
            [18, long + 45, z * 17, 5.5, 6],
            [18, long * 0.62, z * 16, 3.6, 4],
            [17, long * 0.42, z * 15.5, 2.6, 2.8],
            [17, -80, z * 15.5, 2.4, 2.4],
            [17, -72, z * 15.5, 3.4, 3.2],
          ],
          [0.5, 0.8],
        ),
      ],
    })
  // Sesamoids, palmar of the joint: pyramids with a flat side to the cannon bone.
  for (const z of [-1, 1])
    scene.addBonePart(0.95, {
      cortex: r(1.6),
      spongy: 0.45,
      parts: [
        createBone(
          leg,
          [
            [29, -18, z * 12, 5, 4],
            [32, -12, z * 13, 9, 8.5],
            [34.5, 0, z * 14, 11, 11],
            [33, 11, z * 13.5, 10, 9],
            [31, 17, z * 12, 6, 5],
          ],
          [0.6, 0.5],
        ),
      ],
    })
}

/** The stifle from behind or oblique. */
export function addStifleFront(leg: Leg): void {
  const { scene, at, r } = leg
  const roller = (x: number, y: number, z: number, radius: number, half: number) =>
    sweep(
      [-1, -0.6, 0, 0.6, 1].map((t): Section => ({
        at: at(x, y, z + t * half),
        wide: r(radius * (1 - 0.28 * t * t)),
        thick: r(radius * (1 - 0.28 * t * t)),
      })),
      { axis: [1, 0, 0], ends: [0.3, 0.3], segments: 32 },
    )
  scene.addBonePart(1, {
    cortex: r(2.4),
    spongy: 0.3,
    parts: [
      createBone(leg, [
        [-10, -330, 0, 30, 30, 10],
        [-10, -230, 0, 30, 30, 11],
        [-6, -150, 0, 36, 34, 6],
        [0, -110, 0, 48, 42, 3],
        [2, -80, 0, 54, 44, 3],
        [4, -64, 0, 50, 40, 3],
      ]),
      roller(14, -46, -31, 42, 20),
      roller(14, -44, 31, 40, 19),
      // Ridges of the trochlea, the medial one larger.
      roller(-32, -84, -21, 40, 14),
      roller(-26, -80, 21, 32, 10),
    ],
  })
  scene.addBonePart(1, {
    cortex: r(3.2),
    spongy: 0.3,
    parts: [
      createBone(
        leg,
        [
          [2, 4, 0, 58, 38, 3],
          [2, 16, 0, 60, 40, 3],
          [-2, 45, 0, 50, 40, 3],
          [-6, 90, 0, 38, 36, 5],
          [-4, 160, 0, 29, 28, 9],
          [0, 330, 0, 27, 24, 9],
        ],
        [0.06, 0.2],
      ),
      ball(at(4, 2, -9), r(14), r(13), r(6)),
      ball(at(4, 3, 8), r(14), r(10), r(6)),
      // Tuberosity.
      createBone(
        leg,
        [
          [-30, 14, 6, 9, 11],
          [-42, 27, 7, 16, 17],
          [-46, 42, 7, 17, 16],
          [-42, 64, 6, 12, 12],
          [-30, 92, 4, 5, 7],
        ],
        [0.8, 1],
      ),
    ],
  })
  scene.addBonePart(0.9, {
    cortex: r(1.6),
    spongy: 0.2,
    parts: [
      createBone(
        leg,
        [
          [22, 20, 56, 10, 13],
          [22, 40, 57, 8, 10],
          [20, 80, 53, 4.5, 6],
          [16, 150, 45, 3, 4],
          [14, 220, 38, 1.2, 1.6],
        ],
        [0.6, 1],
      ),
    ],
  })
  scene.addBonePart(0.9, {
    cortex: r(2.4),
    spongy: 0.4,
    parts: [
      // Broad above, pointed below.
      createBone(
        leg,
        [
          [-71, -147, 2, 15, 9],
          [-73, -137, 2, 29, 16],
          [-75, -121, 4, 33, 19],
          [-76, -103, 4, 26, 18],
          [-75, -86, 2, 15, 13],
          [-74, -75, 1, 7, 8],
        ],
        [0.6, 0.8],
      ),
    ],
  })
}
