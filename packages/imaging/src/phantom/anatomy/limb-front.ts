import type { AnimalProportions } from './animal-proportions.ts'
import { add, mix, multiply, normalize, subtract } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { ball, tube } from '../scene/scene.ts'
import type { Loft, SceneBuilder, Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'

interface LongBoneOptions {
  readonly bow?: Vec
  /** Width from side to side relative to that from front to back. */
  readonly deep?: number
  /** Wall thickness of the shaft relative to its radius. */
  readonly wall?: number
  readonly weight?: number
  /** Shallow ends under the cartilage instead of domes. */
  readonly flat?: boolean
}

/**
 * A long bone, given by the radii of its ends and its shaft; the walls are thickest at the shaft.
 */
export function createLongBone(
  from: Vec,
  to: Vec,
  radii: readonly [top: number, shaft: number, bottom: number],
  options: LongBoneOptions = {},
): Surface {
  const { bow = [0, 0, 0], deep = 1, wall = 0.4, flat = true } = options
  const [top, shaft, bottom] = radii
  const at = (t: number): Vec => add(mix(from, to, t), multiply(bow, Math.sin(Math.PI * t)))
  const stops = [
    0, 0.03, 0.06, 0.09, 0.13, 0.17, 0.22, 0.3, 0.4, 0.5, 0.6, 0.7, 0.78, 0.84, 0.88, 0.92, 0.95,
    0.975, 1,
  ]
  const shape = [
    0.93, 1, 0.99, 0.9, 0.7, 0.5, 0.32, 0.15, 0.04, 0, 0.03, 0.13, 0.3, 0.52, 0.72, 0.92, 1, 0.99,
    0.92,
  ]
  const thin = shaft * 0.15
  const sections = stops.map((stop, i): Section => {
    const t = shape[i] ?? 0
    const radius = shaft + ((i < 9 ? top : bottom) - shaft) * t
    const own = thin + shaft * (wall - 0.15) * (1 - Math.min(1, t * 1.25))
    return { at: at(stop), wide: radius * deep, thick: radius, wall: own }
  })
  const rounded = flat ? 0.16 : 0.8
  // The axis of a bone that is seen from the side may itself be nearly lateral.
  const along = normalize(subtract(to, from))
  const axis: Vec = Math.abs(along[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1]
  return sweep(sections, { axis, ends: [rounded, rounded], steps: 2, segments: 28 })
}

export function addLongBone(
  scene: SceneBuilder,
  ...shape: Parameters<typeof createLongBone>
): void {
  const [, , radii, options] = shape
  scene.addBonePart(options?.weight ?? 1, {
    cortex: radii[1] * 0.15,
    spongy: 0.26,
    parts: [createLongBone(...shape)],
  })
}

export const createSleeve = (
  stations: readonly (readonly [Vec, number, number])[],
  under = 0,
): Loft => ({
  kind: 'loft',
  stations: stations.map(([at, half, deep]) => ({
    at,
    half: Math.max(0.5, half - under),
    deep: Math.max(0.5, deep - under),
  })),
})

/**
 * Adds a forelimb from the elbow down; cranial or medial is on the left. Lengths are relative to
 * the radius.
 */
export function addForeLimb(scene: SceneBuilder, build: AnimalProportions, front: boolean): Vec {
  const long = build.tibia * 0.94
  const at = (x: number, y: number, z = 0): Vec => [x * long, y * long, z * long]
  const r = (k: number) => k * long
  scene.addBonePart(1, {
    cortex: r(0.008),
    spongy: 0.26,
    parts: [
      createLongBone(at(front ? 0 : -0.2, -0.85, 0), at(0.0, -0.05), [r(0.11), r(0.05), r(0.06)], {
        flat: false,
      }),
      ball(at(0.004, -0.035, 0.035), r(0.062), r(0.062), r(0.04)),
      ball(at(0.004, -0.04, -0.035), r(0.066), r(0.066), r(0.04)),
      ball(at(0.01, -0.075, 0.068), r(0.045), r(0.06), r(0.035)),
      ball(at(0.012, -0.08, -0.068), r(0.045), r(0.065), r(0.04)),
    ],
  })
  addLongBone(
    scene,
    at(-0.01, 0.035, 0.012),
    at(0.02, 0.99, -0.012),
    [r(0.058), r(0.037), r(0.068)],
    {
      bow: at(-0.035, 0),
      deep: 1.25,
    },
  )
  // Ulna: olecranon, the notch around the condyle, and a tapering shaft.
  scene.addBonePart(0.95, {
    cortex: r(0.009),
    spongy: 0.25,
    parts: [
      tube(
        [
          at(0.12, -0.2, -0.01),
          at(0.105, -0.14, -0.01),
          at(0.1, -0.06, -0.01),
          at(0.062, 0.04, 0),
          at(0.055, 0.2, 0.015),
          at(0.05, 0.5, 0.04),
          at(0.055, 0.8, 0.055),
          at(0.058, 0.97, 0.058),
          at(0.05, 1.03, 0.06),
        ],
        [0.052, 0.05, 0.05, 0.052, 0.034, 0.022, 0.018, 0.028, 0.012].map(r),
        { deep: 0.8 },
      ),
    ],
  })
  for (const [x, y, z, w, h] of [
    [0, 1.045, -0.02, 0.055, 0.032],
    [0.03, 1.05, 0.045, 0.036, 0.036],
    [0.105, 1.045, 0.05, 0.05, 0.028],
    [-0.012, 1.1, -0.045, 0.034, 0.024],
    [-0.012, 1.105, -0.012, 0.036, 0.025],
    [0, 1.105, 0.022, 0.036, 0.026],
    [0.012, 1.1, 0.054, 0.036, 0.03],
  ] as const)
    scene.addBonePart(0.9, {
      cortex: r(0.007),
      spongy: 0.42,
      parts: [ball(at(x, y, z), r(w), r(h), r(front ? 0.03 : w))],
    })
  for (const [i, z] of [-0.055, -0.018, 0.018, 0.055].entries()) {
    const outer = i === 0 || i === 3 ? 0.04 : 0
    addLongBone(
      scene,
      at(0.004 + z * 0.3, 1.14 + outer * 0.3, z),
      at(0.015 + z * 0.55, 1.56 - outer, z * 1.9),
      [r(0.026), r(0.017), r(0.025)],
    )
    addLongBone(
      scene,
      at(0.016 + z * 0.58, 1.585 - outer, z * 1.95),
      at(0.03 + z * 0.7, 1.78 - outer, z * 2.2),
      [r(0.022), r(0.014), r(0.018)],
    )
    addLongBone(scene, at(0.035, 1.8 - outer, z * 2.2), at(0.06, 1.9 - outer, z * 2.2), [
      r(0.018),
      r(0.012),
      r(0.015),
    ])
    scene.addBone(
      r(0.005),
      tube(
        [at(0.065, 1.92 - outer, z * 2.2), at(0.03, 1.99 - outer, z * 2.2)],
        [r(0.016), r(0.004)],
      ),
    )
  }
  const rows: (readonly [Vec, number, number])[] = (
    [
      [-0.08, -0.95, 0.42, 0.3],
      [-0.02, -0.5, 0.36, 0.26],
      [0.03, -0.1, 0.24, 0.19],
      [0.03, 0.15, 0.2, 0.16],
      [0.02, 0.5, 0.15, 0.12],
      [0.02, 0.85, 0.11, 0.09],
      [0.03, 1.05, 0.13, 0.11],
      [0.02, 1.3, 0.12, 0.1],
      [0.03, 1.6, 0.14, 0.12],
      [0.05, 1.9, 0.1, 0.09],
      [0.05, 2.06, 0.02, 0.02],
    ] as const
  ).map(([x, y, half, deep]) =>
    front ? [at(x, y), r(deep) * 1.2, r(half)] : [at(x, y), r(half), r(deep)],
  )
  scene.addFat(1, createSleeve(rows))
  scene.addOrgan(1, createSleeve(rows, r(0.018)))
  return at(0.02, 0.55)
}
