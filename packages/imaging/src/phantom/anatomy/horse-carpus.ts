import { block } from '../scene/surface.ts'
import type { PlanePoint } from './plane-point.ts'
import { addShortBone, createBone } from './horse-bones.ts'
import type { Leg } from './horse-bones.ts'

interface CarpalBone {
  readonly outline: readonly PlanePoint[]
  /** Heights relative to the cannon bone. */
  readonly top: number
  readonly bottom: number
}

/** Outlines across the leg, medial to lateral: dorsal is negative x, medial negative z. */
const proximalRow: readonly CarpalBone[] = [
  {
    top: -61.5,
    bottom: -32.5,
    outline: [
      [-22, -12],
      [-20, -33],
      [-4, -38],
      [12, -34],
      [17, -20],
      [10, -9],
      [-8, -8],
    ],
  },
  {
    top: -60.5,
    bottom: -33.5,
    outline: [
      [-24, -7],
      [-8, -5],
      [8, -6],
      [19, -2],
      [14, 12],
      [-4, 15],
      [-21, 11],
    ],
  },
  {
    top: -59,
    bottom: -32.5,
    outline: [
      [-17, 16],
      [-2, 18],
      [12, 15],
      [18, 23],
      [10, 36],
      [-6, 37],
      [-18, 28],
    ],
  },
]
const distalRow: readonly CarpalBone[] = [
  {
    top: -29,
    bottom: -5,
    outline: [
      [-5, -36],
      [8, -37],
      [17, -27],
      [9, -19],
      [-3, -22],
    ],
  },
  {
    top: -31,
    bottom: -0.5,
    outline: [
      [-25, -4],
      [-21, -23],
      [-10, -33],
      [2, -23],
      [12, -16],
      [15, 0],
      [6, 11],
      [-12, 14],
      [-22, 9],
    ],
  },
  {
    top: -30,
    bottom: -1.5,
    outline: [
      [-19, 18],
      [-6, 15],
      [8, 14],
      [18, 21],
      [12, 34],
      [-4, 37],
      [-17, 30],
    ],
  },
]
/** The accessory bone in the sagittal plane, as points of x and y. */
const accessory: readonly PlanePoint[] = [
  [23, -60],
  [33, -70],
  [48, -70],
  [58, -58],
  [57, -43],
  [46, -31],
  [32, -30],
  [24, -40],
]

/** Adds the distal radius and the carpus; `top` is the proximal end of the cannon bone. */
export function addCarpus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  scene.addBonePart(1, {
    cortex: r(2.4),
    spongy: 0.3,
    parts: [
      createBone(
        leg,
        [
          [4, top - 300, 0, 24, 19, 8],
          [3, top - 220, 0, 24.5, 19, 8.5],
          [2, top - 160, 0, 27, 20, 7],
          [1, top - 125, 0, 32, 23, 4.4],
          [0, top - 100, 0, 38, 26, 2.4],
          [0, top - 80, 0, 40.5, 27, 2],
          [0, top - 65.5, 0, 38.5, 25.5, 2],
        ],
        [0.2, 0.14],
      ),
    ],
  })
  for (const { outline, top: high, bottom } of [...proximalRow, ...distalRow])
    addShortBone(leg, outline, top + high, top + bottom)
  scene.addBonePart(0.9, {
    cortex: r(1.2),
    spongy: 0.4,
    parts: [
      block(
        accessory.map(([x, y]) => at(x, top + y, 27)),
        [0, 0, r(13)],
        { edge: 0.3, waist: -0.02 },
      ),
    ],
  })
}
