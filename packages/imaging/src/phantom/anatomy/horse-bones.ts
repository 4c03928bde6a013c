import { multiply, normalize } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone, createLongBone } from './limb-front.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'

/** Coordinates: x palmar or plantar, y distal, z lateral; the fetlock is the origin. */
export interface Leg {
  readonly scene: SceneBuilder
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly r: (mm: number) => number
  readonly fromSide: boolean
}

/** A short bone with flat ends, as in the rows of carpus and tarsus. */
function addShortBone(
  { scene, at, r }: Leg,
  x: number,
  y: number,
  z: number,
  wide: number,
  high: number,
): void {
  scene.addBonePart(0.95, {
    cortex: r(1.6),
    spongy: 0.42,
    parts: [
      tube(
        [-1, -0.85, -0.5, 0, 0.5, 0.85, 1].map((t) => at(x, y + (t * high) / 2, z)),
        [0.88, 0.98, 1, 0.95, 1, 0.98, 0.9].map((k) => r(wide) * k),
        { flat: true, straight: true },
      ),
    ],
  })
}

export function addCannon(leg: Leg, hind: boolean): void {
  const { scene, at, r } = leg
  const long = hind ? -265 : -225
  scene.addBonePart(1, {
    cortex: r(3),
    spongy: 0.3,
    parts: [
      createLongBone(at(0, long), at(0, -8), [r(26), r(hind ? 17.5 : 17), r(21)], {
        wall: 0.46,
        deep: 1.05,
        flat: false,
      }),
      ball(at(2, -5, -13), r(22), r(22), r(17)),
      ball(at(2, -5, 13), r(22), r(22), r(17)),
      ball(at(2, -5, 0), r(24.5), r(24.5), r(6)),
    ],
  })
  for (const z of [-15, 15])
    scene.addBonePart(0.9, {
      cortex: r(2),
      spongy: 0.2,
      parts: [
        tube(
          [
            at(17, long + 4, z),
            at(20, long + 40, z),
            at(20, long * 0.6, z * 0.95),
            at(18, -75, z * 0.9),
            at(18, -66, z * 0.9),
          ],
          [9, 7, 4.5, 3, 3.6].map(r),
        ),
      ],
    })
  // Sesamoids, palmar of the joint.
  for (const z of [-14, 14])
    scene.addBonePart(0.95, {
      cortex: r(1.6),
      spongy: 0.45,
      parts: [
        {
          kind: 'ellipsoid',
          centre: at(33, 0, z),
          axes: [
            multiply(normalize([1, 0.25, 0]), r(11)),
            multiply(normalize([-0.25, 1, 0]), r(18)),
            [0, 0, r(11)],
          ],
        },
      ],
    })
}

export function addCarpus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  addLongBone(scene, at(0, top - 300), at(0, top - 64), [r(34), r(22), r(35)], {
    wall: 0.42,
    deep: 1.15,
  })
  for (const [x, z, wide, high] of [
    [-6, -19, 15, 25],
    [-2, 0, 16, 26],
    [4, 19, 15, 26],
  ] as const)
    addShortBone(leg, x, top - 46, z, wide, high)
  for (const [x, z, wide, high] of [
    [-6, -17, 15, 21],
    [-3, 2, 19, 22],
    [6, 21, 13, 23],
  ] as const)
    addShortBone(leg, x, top - 17, z, wide, high)
  scene.addBonePart(0.9, {
    cortex: r(2),
    spongy: 0.35,
    parts: [
      plate(
        [
          at(24, top - 64, 16),
          at(44, top - 62, 18),
          at(50, top - 46, 18),
          at(40, top - 34, 18),
          at(24, top - 38, 16),
        ],
        r(12),
        r(5),
      ),
    ],
  })
}

export function addTarsus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  addLongBone(scene, at(-40, top - 330), at(-8, top - 92), [r(34), r(24), r(32)], { wall: 0.42 })
  for (const z of [-13, 13])
    scene.addBonePart(0.9, {
      cortex: r(2),
      spongy: 0.4,
      parts: [
        ball(at(-8, top - 72, z), r(27), r(27), r(12)),
        ball(at(-4, top - 54, z), r(24), r(18), r(14)),
      ],
    })
  scene.addBonePart(0.95, {
    cortex: r(2.6),
    spongy: 0.35,
    parts: [
      plate(
        [
          at(40, top - 142, 10),
          at(58, top - 142, 10),
          at(62, top - 124, 10),
          at(50, top - 80, 12),
          at(46, top - 36, 14),
          at(18, top - 34, 14),
          at(14, top - 70, 12),
          at(34, top - 100, 10),
        ],
        r(26),
        r(10),
      ),
    ],
  })
  addShortBone(leg, -2, top - 30, 0, 25, 13)
  addShortBone(leg, -2, top - 13, -2, 25, 14)
  addShortBone(leg, 16, top - 22, 18, 14, 30)
}

export function addStifleFront({ scene, at, r }: Leg): void {
  scene.addBonePart(1, {
    cortex: r(4),
    spongy: 0.28,
    parts: [
      createLongBone(at(-10, -330), at(0, -55), [r(45), r(30), r(40)], { flat: false }),
      ball(at(14, -46, -30), r(44), r(44), r(26)),
      ball(at(14, -44, 32), r(42), r(42), r(24)),
      ball(at(-30, -70, -18), r(30), r(46), r(16)),
      ball(at(-26, -74, 20), r(24), r(36), r(13)),
    ],
  })
  scene.addBonePart(1, {
    cortex: r(4),
    spongy: 0.28,
    parts: [
      createLongBone(at(0, 8), at(0, 330), [r(56), r(27), r(34)]),
      tube([at(0, 12, -14), at(0, -4, -5), at(0, -8, 4), at(0, 12, 14)], [14, 9, 8, 14].map(r)),
      ball(at(-40, 40), r(22), r(34), r(22)),
    ],
  })
  scene.addBonePart(0.9, {
    cortex: r(2),
    spongy: 0.2,
    parts: [
      tube(
        [at(20, 26, 56), at(20, 60, 56), at(18, 150, 44), at(15, 230, 36)],
        [10, 7, 4.5, 2].map(r),
      ),
    ],
  })
  scene.addBonePart(0.8, {
    cortex: r(3),
    spongy: 0.4,
    parts: [ball(at(-62, -104, 0), r(20), r(34), r(32))],
  })
}
