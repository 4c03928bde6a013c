import { add, lerp, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone } from './long-bone.ts'
import { tube } from '../scene/scene.ts'
import type { Surface } from '../scene/scene.ts'
import { smoothPath } from '../scene/geometry.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Leg } from './horse-bones.ts'

/** The outline of the foot from below: the toe is at -1, the heels at 1, with a gap between. */
const boneOutline: readonly (readonly [number, number])[] = [
  [-1, 0],
  [-0.86, 0.42],
  [-0.5, 0.78],
  [0.1, 0.98],
  [0.6, 1],
  [1, 0.84],
  [0.98, 0.62],
  [0.55, 0.3],
  [0.36, 0],
]
const hoofOutline: readonly (readonly [number, number])[] = [
  [-1, 0],
  [-0.86, 0.45],
  [-0.5, 0.8],
  [0.1, 0.98],
  [0.6, 0.98],
  [1, 0.74],
  [1.04, 0.3],
  [1.02, 0],
]

/** A layer of the foot: distance below the coffin joint, toe, heel and half width. */
type Layer = readonly [y: number, toe: number, heel: number, half: number]

function createFoot(
  joint: Vec,
  r: (mm: number) => number,
  half: readonly (readonly [number, number])[],
  layers: readonly Layer[],
): Surface {
  const whole = [
    ...half,
    ...half
      .slice(1, -1)
      .toReversed()
      .map(([x, z]) => [x, -z] as const),
  ]
  return {
    kind: 'surface',
    rings: layers.map(([y, toe, heel, wide]) =>
      smoothPath(
        whole.map(([x, z]): Vec => [
          joint[0] + r(lerp(toe, heel, (x + 1) / 2)),
          joint[1] + r(y),
          r(z * wide),
        ]),
        4,
        true,
      ),
    ),
  }
}

/** Adds the bones of the digit; returns the hoof. */
export function addDigit({ scene, at, r }: Leg): Surface {
  const direction: Vec = [-0.56, 0.83, 0]
  const start = at(-2, 22)
  const p1End = add(start, multiply(direction, r(80)))
  const p2Start = add(start, multiply(direction, r(84)))
  const p2End = add(p2Start, multiply(direction, r(40)))
  addLongBone(scene, start, p1End, [r(22), r(14.5), r(18)], { wall: 0.4, deep: 1.25 })
  addLongBone(scene, p2Start, p2End, [r(20), r(17), r(18)], { wall: 0.3, deep: 1.3 })
  const tip = add(p2End, multiply(direction, r(46)))
  // The coffin bone: a wedge from the side, a crescent from above.
  scene.addBonePart(0.95, {
    cortex: r(2),
    spongy: 0.34,
    parts: [
      createFoot(p2End, r, boneOutline, [
        [-7, -22, -16, 3],
        [-5, -25, -8, 9],
        [0, -27, 4, 19],
        [7, -30, 16, 27],
        [16, -34, 26, 33],
        [26, -40, 34, 37],
        [34, -45, 37, 39],
        [39, -48, 35, 38],
        [41.5, -48, 30, 35],
        [41, -40, 18, 26],
        [36, -24, 4, 14],
        [33, -14, -4, 6],
      ]),
    ],
  })
  // Channels of the vessels to the sole margin.
  for (const z of [-26, -16, -6, 6, 16, 26])
    scene.addBonePart(-0.3, {
      parts: [
        tube(
          [
            add(p2End, [r(-8 + Math.abs(z) * 0.5), r(27), r(z * 0.5)]),
            add(p2End, [r(-26 + Math.abs(z) * 0.7), r(33), r(z * 0.85)]),
            add(p2End, [r(-43 + Math.abs(z) * 0.9), r(38), r(z * 1.15)]),
          ],
          [r(0.5), r(1.1), r(0.8)],
        ),
      ],
    })
  const navicular = add(p2End, [r(20), r(4), 0])
  scene.addBonePart(1, {
    cortex: r(1.8),
    spongy: 0.45,
    parts: [
      sweep(
        (
          [
            [-27, 4, 5],
            [-22, 6, 8],
            [-12, 7, 10],
            [0, 7.5, 11],
            [12, 7, 10],
            [22, 6, 8],
            [27, 4, 5],
          ] as const
        ).map(([z, x, y]): Section => ({
          at: add(navicular, [r(Math.abs(z) * 0.06), 0, r(z)]),
          wide: r(y),
          thick: r(x),
        })),
        { axis: [-0.3, 0.95, 0], ends: [0.5, 0.5] },
      ),
    ],
  })
  scene.landmarks['navicular'] = navicular
  scene.landmarks['coffinTip'] = tip
  return createFoot(p2End, r, hoofOutline, [
    [-36, -14, 22, 14],
    [-32, -28, 34, 32],
    [-18, -38, 46, 44],
    [0, -44, 54, 49],
    [20, -52, 60, 53],
    [42, -61, 64, 57],
    [55, -66, 64, 58],
    [58, -60, 58, 52],
  ])
}
