import type { AnimalProportions } from './animal-proportions.ts'
import { add, interpolate, lerp, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Spine } from './spine.ts'
import type { Chest } from './chest.ts'

/** The position at which the cartilage of a rib meets the sternum. */
export function getSternalJoint(build: AnimalProportions, chest: Chest, n: number): Vec {
  const k = (build.thoracic / 13) * build.u
  const x = lerp(-1.1, 7.5, (Math.min(n, 8.6) - 1) / 7.6) * k
  return [x, chest.sternum(x) - 0.12 * build.u, 0]
}

/** Values by the number of the rib of an animal with thirteen pairs. */
const ribLength: [number, number][] = [
  [1, 0.62],
  [4, 0.74],
  [8, 0.79],
  [10, 0.76],
  [13, 0.56],
]
/** How far caudally the end of the bony rib lies, in u. */
const ribSlope: [number, number][] = [
  [1, -0.75],
  [4, -0.3],
  [6, 0.15],
  [9, 1.4],
  [12, 3.0],
  [13, 3.1],
]
const endSpread: [number, number][] = [
  [1, 0.58],
  [6, 0.7],
  [13, 0.9],
]
/** Half width of the flat side of a rib, in u. */
const ribWidth: [number, number][] = [
  [1, 0.15],
  [5, 0.165],
  [9, 0.17],
  [13, 0.115],
]

export function addRibs(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
): void {
  const { u, random, thoracic } = build
  const k = thoracic / 13
  const slim = build.species === 'Feline' ? 0.8 : 1
  // Left and right ribs are never exactly superimposed: the chest is slightly rotated.
  const rotation = randomBetween(random, 0.35, 0.8) * u * (random() < 0.5 ? 1 : -1)
  for (let n = 1; n <= thoracic; n++) {
    const p = n / k
    const { start } = spine.find('T', n)
    const wide = chest.width(start[0] + (p > 8 ? 0.5 : 0) * u) * 0.98
    const long = (chest.sternum(start[0]) - start[1]) * interpolate(ribLength, p)
    const slope = interpolate(ribSlope, p) * u
    const half = interpolate(ribWidth, p) * u * slim
    for (const side of [1, -1]) {
      const shift = rotation * side * 0.5 + randomBetween(random, -0.05, 0.05) * u
      const at = (t: number, down: number, out: number): Vec => [
        start[0] + slope * t ** 1.15 + shift * out + 0.42 * u * Math.sin(Math.PI * Math.min(1, t)),
        start[1] + long * down,
        side * wide * out,
      ]
      const spread = interpolate(endSpread, p)
      const end = at(1, 1, spread)
      // Head, neck, tubercle, angle, and the body, which is flat and widest before its cartilage.
      const stops: [Vec, number, number][] = [
        [[start[0] - 0.02 * u, start[1] - 0.04 * u, side * 0.34 * u], 0.78, 0.13],
        [[start[0] + 0.06 * u, start[1] - 0.2 * u, side * 0.52 * u], 0.56, 0.1],
        [[start[0] + 0.14 * u, start[1] - 0.32 * u, side * wide * 0.32], 0.72, 0.13],
        [at(0.06, -0.02, 0.56), 0.66, 0.12],
        [at(0.15, 0.09, 0.8), 0.74, 0.11],
        [at(0.3, 0.24, 0.96), 0.86, 0.095],
        [at(0.46, 0.42, 1.01), 0.94, 0.09],
        [at(0.64, 0.6, 0.99), 1, 0.088],
        [at(0.83, 0.81, lerp(spread, 1, 0.58)), 1.04, 0.092],
        [at(0.95, 0.95, lerp(spread, 1, 0.16)), 1.12, 0.115],
        [end, 1.2, 0.125],
      ]
      scene.addBonePart(1, {
        cortex: 0.03 * u,
        spongy: 0.4,
        summed: true,
        parts: [
          sweep(
            stops.map(([where, share, thick]): Section => ({
              at: where,
              wide: half * share,
              thick: thick * u * slim,
              wall: (share > 1.1 ? 0.026 : 0.04) * u * slim,
            })),
            { axis: [1, 0, 0], ends: [0.7, 0.35], segments: 16 },
          ),
        ],
      })
      addCartilage(scene, build, chest, p, end, half)
    }
  }
}

/** Adds the cartilage of a rib: it continues the bone, bends forward, and is slightly calcified. */
function addCartilage(
  scene: SceneBuilder,
  build: AnimalProportions,
  chest: Chest,
  p: number,
  end: Vec,
  half: number,
): void {
  const { u, random } = build
  const side = Math.sign(end[2])
  const sternal = p <= 9
  const to: Vec = sternal
    ? add(getSternalJoint(build, chest, p), [0, 0, side * 0.24 * u])
    : [end[0] - (p > 12.5 ? 0.1 : 2.2) * u, end[1] + (p > 12.5 ? 0.9 : 1.35) * u, end[2] * 0.7]
  const knee: Vec = [
    lerp(end[0], to[0], 0.2) + (sternal ? 0.32 : 0.12) * u * Math.min(1, p / 4),
    lerp(end[1], to[1], 0.6),
    lerp(end[2], to[2], 0.34),
  ]
  const late: Vec = [
    lerp(knee[0], to[0], 0.55),
    lerp(knee[1], to[1], 0.78),
    lerp(knee[2], to[2], 0.6),
  ]
  const path = [end, mix(end, knee, 0.5), knee, late, to]
  const radii = [1.12, 0.98, 0.9, 0.78, 0.62].map((share) => share * half)
  const create = (share: number, from: number) =>
    sweep(
      path.slice(from).map((at, i): Section => ({
        at,
        wide: (radii[i + from] ?? 0) * share,
        thick: (radii[i + from] ?? 0) * 0.72 * share,
      })),
      { axis: [1, 0, 0], ends: [0.25, 0.6], segments: 14 },
    )
  const age = randomBetween(random, 0.7, 1.15)
  scene.addBonePart(0.2 * age, {
    cortex: 0.03 * u,
    spongy: 0.6,
    summed: true,
    parts: [create(1, 0)],
  })
  scene.addBonePart(0.13 * age, { mottle: 0.3, summed: true, parts: [create(0.72, 0)] })
}

/** Adds manubrium, sternebrae and xiphoid; the sternebrae are waisted and meet at cartilage. */
export function addSternum(scene: SceneBuilder, build: AnimalProportions, chest: Chest): void {
  const { u } = build
  const joints = Array.from({ length: 8 }, (_, i) => getSternalJoint(build, chest, i + 1))
  const first = joints[0] ?? [0, 0, 0]
  const front: Vec = [first[0] - 1.4 * u, first[1] - 0.66 * u, 0]
  const addSegment = (
    from: Vec,
    to: Vec,
    stops: readonly (readonly [number, number])[],
    rounding = 0.22,
  ) =>
    scene.addBone(
      u * 0.035,
      sweep(
        stops.map(([t, r]): Section => ({
          at: mix(from, to, t),
          wide: r * u * 0.85,
          thick: r * u,
        })),
        { ends: [rounding, 0.22], power: 2.4, segments: 18 },
      ),
    )
  // The manubrium is a club with a round end.
  addSegment(
    front,
    first,
    [
      [0.06, 0.13],
      [0.16, 0.18],
      [0.3, 0.19],
      [0.52, 0.17],
      [0.75, 0.19],
      [0.92, 0.25],
    ],
    0.9,
  )
  for (const [i, from] of joints.entries()) {
    const to = joints[i + 1]
    if (!to) break
    addSegment(from, to, [
      [0.09, 0.265],
      [0.22, 0.235],
      [0.5, 0.195],
      [0.78, 0.23],
      [0.91, 0.26],
    ])
    // Calcified rim of the cartilage between two sternebrae.
    scene.addBonePart(0.16, {
      mottle: 0.6,
      parts: [
        sweep(
          [-0.05, 0.05].map((t): Section => ({
            at: mix(from, to, t),
            wide: 0.2 * u,
            thick: 0.2 * u,
          })),
        ),
      ],
    })
  }
  const last = joints.at(-1) ?? first
  scene.addBonePart(0.7, {
    cortex: u * 0.035,
    parts: [
      sweep([
        { at: [last[0] + 0.12 * u, last[1], 0], wide: 0.2 * u, thick: 0.2 * u },
        { at: [last[0] + 0.5 * u, last[1] + 0.08 * u, 0], wide: 0.16 * u, thick: 0.12 * u },
        { at: [last[0] + 1.2 * u, last[1] + 0.22 * u, 0], wide: 0.18 * u, thick: 0.07 * u },
        { at: [last[0] + 2 * u, last[1] + 0.2 * u, 0], wide: 0.3 * u, thick: 0.03 * u },
      ]),
    ],
  })
}
