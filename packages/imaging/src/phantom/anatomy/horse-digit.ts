import { add, mix, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone, createSleeve } from './limb-front.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { Loft } from '../scene/scene.ts'
import type { Leg } from './horse-bones.ts'

export function addDigit({ scene, at, r, fromSide }: Leg): Loft {
  const direction: Vec = [-0.56, 0.83, 0]
  const start = at(-2, 22)
  const p1End = add(start, multiply(direction, r(80)))
  const p2Start = add(start, multiply(direction, r(84)))
  const p2End = add(p2Start, multiply(direction, r(40)))
  addLongBone(scene, start, p1End, [r(25), r(16), r(20)], { wall: 0.4, deep: 1.1 })
  addLongBone(scene, p2Start, p2End, [r(22), r(18), r(19)], { wall: 0.3, deep: 1.1 })
  const tip = add(p2End, multiply(direction, r(46)))
  const [px, py] = [p2End[0], p2End[1]]
  // The coffin bone: a wedge in the lateral view, a crescent in the frontal view.
  scene.addBonePart(0.95, {
    cortex: r(2.2),
    spongy: 0.3,
    parts: [
      fromSide
        ? plate(
            [
              [px - r(24), py - r(6), 0],
              [px - r(12), py + r(6), 0],
              [px + r(6), py + r(9), 0],
              [px + r(18), py + r(8), 0],
              [px + r(34), py + r(26), 0],
              [px + r(10), py + r(32), 0],
              [tip[0] - r(6), py + r(42), 0],
              [tip[0] - r(10), py + r(37), 0],
            ],
            r(58),
            r(16),
          )
        : plate(
            [
              [px, py - r(4), 0],
              [px, py + r(3), r(18)],
              [px, py + r(2), r(30)],
              [px, py + r(16), r(38)],
              [px, py + r(34), r(40)],
              [px, py + r(42), r(20)],
              [px, py + r(44), 0],
              [px, py + r(42), r(-20)],
              [px, py + r(34), r(-40)],
              [px, py + r(16), r(-38)],
              [px, py + r(2), r(-30)],
              [px, py + r(3), r(-18)],
            ],
            r(34),
            r(10),
          ),
    ],
  })
  for (const z of [-34, 34])
    scene.addBonePart(0.5, {
      cortex: r(1.5),
      parts: [
        tube(
          [add([px, py, 0], [r(10), r(14), r(z * 0.8)]), add([px, py, 0], [r(48), r(22), r(z)])],
          [r(9), r(4)],
        ),
      ],
    })
  const navicular = add(p2End, [r(22), r(-1), 0])
  scene.addBonePart(1, {
    cortex: r(2),
    spongy: 0.45,
    parts: [
      tube(
        [-28, -20, 0, 20, 28].map((z) => add(navicular, [0, 0, r(z)])),
        [4, 7, 8.5, 7, 4].map(r),
        { deep: 1 },
      ),
      ball(navicular, r(6), r(10), r(22)),
    ],
  })
  scene.landmarks['navicular'] = navicular
  scene.landmarks['coffinTip'] = tip
  const hoof = (grow: number): Vec[] =>
    fromSide
      ? [
          [px - r(32 + grow), py - r(26), 0],
          [px + r(30), py - r(14), 0],
          [px + r(52 + grow), py + r(2), 0],
          [px + r(60 + grow), py + r(46 + grow), 0],
          [tip[0] - r(20 + grow), py + r(58 + grow), 0],
          [tip[0] - r(14 + grow), py + r(48), 0],
        ]
      : [
          [px, py - r(28), r(-38 - grow)],
          [px, py - r(34), 0],
          [px, py - r(28), r(38 + grow)],
          [px, py + r(50), r(58 + grow)],
          [px, py + r(60 + grow), r(50)],
          [px, py + r(60 + grow), r(-50)],
          [px, py + r(50), r(-58 - grow)],
        ]
  scene.addSoft(1.05, plate(hoof(0), r(fromSide ? 100 : 95), r(26)))
  const row = (t: number): Vec => mix(at(0, 0), p2End, t)
  const sheath: [Vec, number, number][] = [
    [at(26, -34), r(3), r(10)],
    [at(16, -12), r(36), r(34)],
    [row(0.1), r(42), r(36)],
    [row(0.5), r(36), r(33)],
    [row(0.9), r(40), r(38)],
    [row(1.2), r(30), r(36)],
    [row(1.5), r(4), r(6)],
  ]
  return createSleeve(sheath)
}
