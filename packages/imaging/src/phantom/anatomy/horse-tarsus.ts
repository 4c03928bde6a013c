import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { addShortBone, createBone } from './horse-bones.ts'
import type { Leg } from './horse-bones.ts'

/** Adds the distal tibia and the tarsus; `top` is the proximal end of the cannon bone. */
export function addTarsus(leg: Leg, top: number): void {
  addTibia(leg, top)
  addTalus(leg, top)
  addCalcaneus(leg, top)
  // Central, third, fourth, and fused first and second tarsal bone.
  addShortBone(
    leg,
    [
      [-25, -4],
      [-20, -22],
      [-2, -29],
      [14, -24],
      [20, -8],
      [12, 12],
      [-6, 20],
      [-22, 14],
    ],
    top - 31,
    top - 16,
  )
  addShortBone(
    leg,
    [
      [-25, -3],
      [-21, -20],
      [-4, -27],
      [10, -18],
      [17, -4],
      [8, 14],
      [-8, 20],
      [-22, 13],
    ],
    top - 14,
    top - 0.8,
  )
  addShortBone(
    leg,
    [
      [0, 23],
      [8, 15],
      [24, 10],
      [31, 18],
      [26, 30],
      [10, 34],
      [-4, 31],
    ],
    top - 34,
    top - 0.8,
  )
  addShortBone(
    leg,
    [
      [10, -28],
      [22, -29],
      [30, -20],
      [24, -11],
      [13, -16],
    ],
    top - 17,
    top - 0.8,
  )
}

function addTibia(leg: Leg, top: number): void {
  const { scene, r } = leg
  scene.addBonePart(1, {
    cortex: r(2.4),
    spongy: 0.3,
    parts: [
      createBone(leg, [
        [-42, top - 330, 0, 27, 24, 9],
        [-32, top - 250, 0, 26, 23, 9],
        [-22, top - 180, 0, 28, 23, 7],
        [-15, top - 135, 0, 33, 25, 4],
        [-11, top - 110, 0, 38, 28, 2.2],
        [-9, top - 96, 0, 38, 28, 2],
      ]),
      // Malleoli, and the ridge between the grooves for the talus.
      createBone(leg, [
        [-10, top - 112, -29, 8, 18],
        [-8, top - 92, -33, 7, 15],
        [-6, top - 80, -34, 5, 10],
      ]),
      createBone(leg, [
        [-8, top - 112, 29, 8, 17],
        [-5, top - 92, 32, 7, 15],
        [-3, top - 78, 33, 5, 10],
      ]),
      createBone(leg, [
        [-10, top - 112, 0, 4, 18],
        [-9, top - 98, 1, 8, 24],
        [-6, top - 88, 2, 4, 16],
      ]),
    ],
  })
}

/** The talus: two oblique ridges of a roller, and the body that stands on the central bone. */
function addTalus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  const roller = (shift: number): [number, number][] => [
    [-24 + shift, 19],
    [-19 + shift, 26],
    [-12 + shift, 28],
    [-5 + shift, 23.5],
    [2 + shift, 21.5],
    [8 + shift, 23.5],
    [14 + shift, 27],
    [20 + shift, 25],
    [24 + shift, 18],
  ]
  scene.addBonePart(0.95, {
    cortex: r(2),
    spongy: 0.4,
    parts: [
      sweep(
        roller(0).map(([z, radius]): Section => ({
          // The ridges run outwards distally, so both show in a lateral view.
          at: at(-5 - z * 0.14, top - 66 + z * 0.1, z),
          wide: r(radius),
          thick: r(radius),
        })),
        { axis: [1, 0, 0], ends: [0.1, 0.1], segments: 36 },
      ),
      createBone(leg, [
        [2, top - 66, -4, 22, 16],
        [-2, top - 52, -5, 22, 18],
        [-4, top - 42, -5, 23, 20],
        [-4, top - 33, -5, 24, 22],
      ]),
    ],
  })
}

function addCalcaneus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  scene.addBonePart(0.95, {
    cortex: r(2.2),
    spongy: 0.34,
    parts: [
      sweep(
        (
          [
            [52, -146, 12, 9, 15],
            [52, -138, 12, 14, 17.5],
            [50, -124, 12, 14, 15],
            [46, -104, 12, 13, 11.5],
            [41, -86, 12, 15, 12.5],
            [35, -70, 13, 18, 14],
            [29, -54, 15, 18, 14],
            [25, -44, 17, 15, 13],
            [22, -37, 18, 12, 12],
          ] as const
        ).map(([x, y, z, wide, thick]): Section => ({
          at: at(x, top + y, z),
          wide: r(wide),
          thick: r(thick),
        })),
        { axis: [1, 0, 0], ends: [0.6, 0.3], segments: 28 },
      ),
      // Coracoid process, and the sustentaculum for the deep flexor tendon on the medial side.
      createBone(leg, [
        [36, top - 80, 13, 11, 12],
        [24, top - 88, 13, 9, 9],
        [18, top - 94, 13, 6, 5],
      ]),
      createBone(
        leg,
        [
          [32, top - 74, 4, 8, 7],
          [30, top - 66, -6, 12, 11],
          [28, top - 54, -13, 12, 12],
          [26, top - 44, -14, 8, 8],
        ],
        [0.8, 0.8],
      ),
    ],
  })
}
