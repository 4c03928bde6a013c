import type { AnimalProportions } from './animal-proportions.ts'
import { add, interpolate, lerp, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import type { Chest } from './chest.ts'

/** The position at which the cartilage of a rib meets the sternum. */
function getSternalJoint(build: AnimalProportions, chest: Chest, n: number): Vec {
  const k = (build.thoracic / 13) * build.u
  const x = lerp(-1.1, 7.5, (Math.min(n, 8.6) - 1) / 7.6) * k
  return [x, chest.sternum(x) - 0.12 * build.u, 0]
}

export function addRibs(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
): void {
  const { u, random, thoracic } = build
  const k = thoracic / 13
  // Left and right ribs are never exactly superimposed: the chest is slightly rotated.
  const rotation = randomBetween(random, 0.35, 0.8) * u * (random() < 0.5 ? 1 : -1)
  for (let n = 1; n <= thoracic; n++) {
    const p = n / k
    const { start } = spine.find('T', n)
    const wide = chest.width(start[0] + (p > 8 ? 0.5 : 0) * u) * 0.98
    const long =
      (chest.sternum(start[0]) - start[1]) *
      interpolate(
        [
          [1, 0.62],
          [4, 0.76],
          [8, 0.8],
          [10, 0.76],
          [13, 0.58],
        ],
        p,
      )
    const slope =
      interpolate(
        [
          [1, -0.75],
          [4, -0.35],
          [6, 0.05],
          [9, 1.3],
          [12, 3.0],
          [13, 3.1],
        ],
        p,
      ) * u
    for (const side of [1, -1]) {
      const shift = rotation * side * 0.5 + randomBetween(random, -0.05, 0.05) * u
      const at = (t: number, down: number, out: number): Vec => [
        start[0] + slope * t + shift * out + 0.34 * u * Math.sin(Math.PI * Math.min(1, t)),
        start[1] + long * down,
        side * wide * out,
      ]
      const end = at(
        1,
        1,
        interpolate(
          [
            [1, 0.55],
            [6, 0.66],
            [13, 0.9],
          ],
          p,
        ),
      )
      const thick =
        interpolate(
          [
            [1, 0.125],
            [5, 0.12],
            [10, 0.125],
            [13, 0.1],
          ],
          p,
        ) * u
      const points: Vec[] = [
        [start[0], start[1] - 0.05 * u, side * 0.38 * u],
        [start[0] + 0.12 * u, start[1] - 0.3 * u, side * wide * 0.34],
        at(0.1, 0.06, 0.72),
        at(0.36, 0.28, 0.98),
        at(0.5, 0.4, 1),
        at(0.62, 0.52, 1),
        at(0.84, 0.78, 0.88),
        end,
      ]
      const radii = [0.7, 0.66, 0.85, 0.95, 1, 1.1, 1.2, 1.25].map((one) => one * thick)
      // Two halves: seen from above, the lower half returns under the upper.
      for (const [first, last] of [
        [0, 5],
        [4, 8],
      ] as const)
        scene.addBone(
          u * 0.05,
          tube(points.slice(first, last), radii.slice(first, last), {
            deep: 0.8,
            flat: true,
            open: true,
          }),
        )
      addCartilage(scene, build, chest, p, end, thick)
    }
  }
}

function addCartilage(
  scene: SceneBuilder,
  build: AnimalProportions,
  chest: Chest,
  p: number,
  end: Vec,
  thick: number,
): void {
  const { u } = build
  const to: Vec =
    p <= 9
      ? add(getSternalJoint(build, chest, p), [0, 0, Math.sign(end[2]) * 0.3 * u])
      : [end[0] - (p > 12.5 ? 0.2 : 2.2) * u, end[1] + (p > 12.5 ? 0.5 : 1.3) * u, end[2] * 0.75]
  const bend: Vec = [
    lerp(end[0], to[0], 0.1) + 0.2 * u,
    lerp(end[1], to[1], 0.62),
    lerp(end[2], to[2], 0.3),
  ]
  const late: Vec = [lerp(end[0], to[0], 0.62), lerp(end[1], to[1], 0.95), lerp(end[2], to[2], 0.6)]
  // Cartilage is partly calcified, in grains and along its surface.
  scene.addBonePart(0.5, {
    cortex: 0.05 * u,
    spongy: 0.45,
    parts: [
      tube([end, bend, late, to], [thick * 1.02, thick * 0.95, thick * 0.85, thick * 0.7], {
        flat: true,
      }),
    ],
  })
  scene.addBonePart(0.22, {
    mottle: 0.6,
    parts: [
      tube(
        [mix(end, bend, 0.2), bend, mix(bend, late, 0.5)],
        [thick * 0.4, thick * 0.5, thick * 0.3],
      ),
    ],
  })
}

export function addSternum(scene: SceneBuilder, build: AnimalProportions, chest: Chest): void {
  const { u } = build
  const joints = Array.from({ length: 8 }, (_, i) => getSternalJoint(build, chest, i + 1))
  const first = joints[0] ?? [0, 0, 0]
  const front: Vec = [first[0] - 1.5 * u, first[1] - 0.95 * u, 0]
  scene.addBone(
    u * 0.05,
    tube([front, mix(front, first, 0.5), mix(front, first, 0.93)], [0.13 * u, 0.24 * u, 0.26 * u], {
      flat: true,
    }),
  )
  for (const [i, from] of joints.entries()) {
    const to = joints[i + 1]
    if (!to) break
    const toPosition = (t: number) => mix(from, to, t)
    scene.addBone(
      u * 0.05,
      tube(
        [0.07, 0.12, 0.5, 0.88, 0.93].map(toPosition),
        [0.25, 0.27, 0.2, 0.27, 0.25].map((one) => one * u),
        { flat: true },
      ),
    )
  }
  const last = joints.at(-1) ?? first
  scene.addBonePart(0.7, {
    cortex: u * 0.05,
    parts: [
      tube(
        [
          [last[0] + 0.15 * u, last[1], 0],
          [last[0] + 1.1 * u, last[1] + 0.22 * u, 0],
          [last[0] + 2 * u, last[1] + 0.2 * u, 0],
        ],
        [0.2 * u, 0.13 * u, 0.06 * u],
      ),
    ],
  })
}
