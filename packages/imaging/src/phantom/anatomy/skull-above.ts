import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PlanePoint } from './plane-point.ts'
import type { PointMapper } from './skull.ts'

export function addSkullFromAbove(
  scene: SceneBuilder,
  build: AnimalProportions,
  at: PointMapper,
  k: number,
  skinned: boolean,
): void {
  const { random } = build
  const mirror = (half: readonly PlanePoint[]): Vec[] => [
    ...half.map(([x, z]) => at(x, z)),
    ...half.toReversed().map(([x, z]) => at(x, -z)),
  ]
  const skin: PlanePoint[] = [
    [-1.06, 0.06],
    [-1.0, 0.16],
    [-0.5, 0.24],
    [-0.1, 0.36],
    [0.2, 0.52],
    [0.6, 0.56],
    [0.95, 0.46],
    [1.4, 0.42],
    [1.9, 0.42],
  ]
  if (skinned) {
    scene.addFat(1, plate(mirror(skin), 0.8 * k, 0.3 * k))
    scene.addOrgan(1, plate(mirror(skin), 0.74 * k, 0.32 * k))
  }
  scene.addBonePart(1, {
    cortex: 0.03 * k,
    spongy: 0.012,
    parts: [
      plate(
        mirror([
          [0.08, 0.1],
          [0.2, 0.22],
          [0.5, 0.29],
          [0.8, 0.28],
          [1.0, 0.16],
          [1.06, 0.04],
        ]),
        0.5 * k,
        0.24 * k,
      ),
    ],
  })
  scene.addBonePart(1, {
    cortex: 0.022 * k,
    spongy: 0.06,
    parts: [
      plate(
        mirror([
          [-1, 0.06],
          [-0.95, 0.12],
          [-0.5, 0.17],
          [-0.1, 0.22],
          [0.1, 0.2],
          [0.14, 0.06],
        ]),
        0.34 * k,
        0.1 * k,
      ),
    ],
  })
  scene.addSoft(
    -0.6,
    plate(
      mirror([
        [-0.9, 0.04],
        [-0.5, 0.11],
        [-0.05, 0.12],
        [0.02, 0.03],
      ]),
      0.24 * k,
      0.06 * k,
    ),
  )
  for (let i = 0; i < 34; i++) {
    const x = randomBetween(random, -0.85, -0.05)
    const z = randomBetween(random, -0.11, 0.11)
    scene.addBonePart(0.4, {
      parts: [
        tube(
          [at(x, z), at(x + 0.1, z * 1.05), at(x + 0.18, z * 1.15)],
          [0.003 * k, 0.005 * k, 0.003 * k],
          { deep: 9 },
        ),
      ],
    })
  }
  scene.addBonePart(0.8, {
    parts: [
      tube([at(-0.9, 0), at(-0.4, 0.003), at(0.1, 0)], [0.006 * k, 0.008 * k, 0.008 * k], {
        deep: 10,
      }),
    ],
  })
  for (const side of [1, -1]) addOneSide(scene, at, k, side)
}

function addOneSide(scene: SceneBuilder, at: PointMapper, k: number, side: number): void {
  const p = (x: number, z: number, y = 0) => at(x, side * z, y)
  scene.addBone(
    0.02 * k,
    tube(
      [p(-0.12, 0.2), p(0.05, 0.38), p(0.3, 0.47), p(0.5, 0.44), p(0.62, 0.32)],
      [0.045, 0.04, 0.034, 0.036, 0.05].map((r) => r * k),
      { deep: 1.3 },
    ),
  )
  scene.addBonePart(0.9, {
    cortex: 0.018 * k,
    spongy: 0.01,
    parts: [ball(p(0.78, 0.16), 0.13 * k, 0.1 * k, 0.1 * k)],
  })
  scene.addSoft(-0.7, tube([p(0.72, 0.3), p(0.74, 0.42)], [0.03 * k, 0.03 * k]))
  scene.addBone(
    0.022 * k,
    tube(
      [
        p(-0.95, 0.03, 0.3),
        p(-0.6, 0.1, 0.3),
        p(-0.1, 0.22, 0.3),
        p(0.3, 0.31, 0.3),
        p(0.5, 0.33, 0.2),
        p(0.6, 0.34, 0.15),
      ],
      [0.03, 0.035, 0.04, 0.045, 0.04, 0.05].map((r) => r * k),
      { deep: 2.2 },
    ),
  )
  scene.addBone(0.02 * k, tube([p(0.6, 0.28), p(0.61, 0.4)], [0.03 * k, 0.025 * k]))
  scene.addBone(0.02 * k, tube([p(1.0, 0.08), p(1.1, 0.1)], [0.06 * k, 0.05 * k]))
  const teeth: [number, number, number][] = [
    [-0.97, 0.03, 0.018],
    [-0.97, 0.075, 0.02],
    [-0.86, 0.135, 0.034],
    [-0.66, 0.15, 0.022],
    [-0.55, 0.165, 0.026],
    [-0.42, 0.18, 0.03],
    [-0.26, 0.215, 0.05],
    [-0.12, 0.2, 0.04],
    [-0.04, 0.19, 0.025],
  ]
  for (const [x, z, r] of teeth)
    scene.addBonePart(1, { parts: [ball(p(x, z, 0.2), r * 1.5 * k, 0.09 * k, r * k)] })
}
