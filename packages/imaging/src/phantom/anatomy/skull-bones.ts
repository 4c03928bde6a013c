import { randomBetween } from '../scene/noise.ts'
import { ball, tube } from '../scene/scene.ts'
import type { Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Vec } from '../scene/geometry.ts'
import { interpolate } from '../scene/geometry.ts'
import type { Head } from './skull.ts'
import type { HeadSection, HeadStop } from './skull-shape.ts'
import { addTeeth } from './skull-teeth.ts'

/** A body along the head through its cross-sections; `share` scales them around their middle. */
export const createSections = (
  { at, k }: Head,
  rows: readonly HeadSection[],
  share: number,
  wall?: readonly (readonly [x: number, wall: number])[],
): Surface =>
  sweep(
    rows.map(([x, top, bottom, half]): Section => ({
      at: at(x, (top + bottom) / 2),
      wide: half * share * k,
      thick: ((bottom - top) / 2) * share * k,
      ...(wall && { wall: interpolate(wall, x) * k }),
    })),
    { power: 2.3, segments: 32 },
  )

/** Thickness of the bone between nose and brain, which is much thinner than the vault. */
const paper = 0.0035

/** A bone of one side; `axis` is the direction of the larger half size of its stops. */
export const createSideBone = (
  { at, k }: Head,
  stops: readonly HeadStop[],
  side: number,
  axis: Vec,
): Surface =>
  sweep(
    stops.map(([x, y, z, wide, thick]): Section => ({
      at: at(x, y, side * z),
      wide: wide * k,
      thick: thick * k,
    })),
    { axis, segments: 16 },
  )

export function addSkullBones(head: Head): void {
  addCranium(head)
  addNose(head)
  for (const side of [1, -1]) addSide(head, side)
}

function addCranium(head: Head): void {
  const { scene, shape, at, k, build } = head
  const { random } = build
  const first = shape.brain[0]?.[0] ?? 0
  const vault: [number, number][] = [
    [first + 0.08, paper],
    [first + 0.22, 0.013],
    [0.9, 0.018],
  ]
  scene.addBonePart(0.9, {
    cortex: 0.015 * k,
    spongy: 0.012,
    parts: [createSections(head, shape.brain, 1, vault)],
  })
  scene.addBonePart(0.6, {
    cortex: 0.004 * k,
    spongy: 0.5,
    parts: [createSections(head, shape.base, 1)],
  })
  // The inside of the cranium has shallow impressions of the brain.
  scene.addBonePart(0.009, { mottle: 0.35, parts: [createSections(head, shape.brain, 0.94)] })
  scene.addBonePart(0.55, {
    cortex: 0.012 * k,
    spongy: 0.3,
    parts: [createSideBone(head, shape.crest, 1, [0, 1, 0])],
  })
  for (const side of [1, -1]) {
    const [bx, by, bz] = shape.bulla.at
    // Petrous bone above the bulla, the densest of the head; the condyle at the foramen magnum.
    scene.addBonePart(0.75, {
      cortex: 0.012 * k,
      spongy: 0.55,
      parts: [
        sweep(
          [
            { at: at(bx - 0.1, by - 0.1, side * bz * 0.75), wide: 0.03 * k, thick: 0.035 * k },
            { at: at(bx - 0.01, by - 0.13, side * bz), wide: 0.07 * k, thick: 0.06 * k },
            { at: at(bx + 0.09, by - 0.16, side * bz * 1.3), wide: 0.05 * k, thick: 0.05 * k },
          ],
          { segments: 16 },
        ),
      ],
    })
    scene.addBonePart(0.7, {
      cortex: 0.012 * k,
      spongy: 0.35,
      parts: [ball(at(1.04, 0.02, side * 0.09), 0.055 * k, 0.07 * k, 0.045 * k)],
    })
    // Ridge where the cranium meets the neck.
    scene.addBonePart(0.5, {
      parts: [
        sweep(
          [
            { at: at(1.03, -0.31, side * 0.02), wide: 0.018 * k, thick: 0.03 * k },
            { at: at(1, -0.2, side * 0.17), wide: 0.016 * k, thick: 0.028 * k },
            { at: at(0.9, -0.02, side * 0.26), wide: 0.014 * k, thick: 0.026 * k },
          ],
          { segments: 12 },
        ),
      ],
    })
  }
  // Vessel grooves in the wall of the cranium.
  for (let i = 0; i < 5; i++) {
    const x = randomBetween(random, 0.35, 0.6)
    const side = random() < 0.5 ? 1 : -1
    const points: Vec[] = [0, 1, 2, 3].map((n) =>
      at(x + 0.06 * n, 0.02 - 0.1 * n + randomBetween(random, -0.02, 0.02), side * 0.24),
    )
    scene.addBonePart(-0.16, {
      parts: [
        tube(
          points,
          [0.008, 0.008, 0.006, 0.003].map((r) => r * k),
        ),
      ],
    })
  }
}

/** Adds the shell of nose and upper jaw, palate, septum, sinuses, conchae and the ethmoid. */
function addNose(head: Head): void {
  const { scene, shape, at, k, build } = head
  const { random } = build
  const wall: [number, number][] = [
    [-0.97, 0.005],
    [-0.86, 0.011],
    [-0.2, 0.011],
    [0.02, 0.007],
    [0.12, 0.002],
  ]
  scene.addBonePart(0.85, {
    cortex: 0.01 * k,
    spongy: 0.018,
    parts: [createSections(head, shape.snout, 1, wall)],
  })
  scene.addSoft(-0.5, createSections(head, shape.snout.slice(1, -1), 0.78))
  scene.addBonePart(0.6, {
    cortex: paper * k,
    spongy: 0.01,
    parts: [createSections(head, shape.sinus, 1)],
  })
  scene.addSoft(-0.85, createSections(head, shape.sinus, 0.9))
  scene.addBonePart(0.65, {
    cortex: 0.009 * k,
    spongy: 0.3,
    parts: [
      sweep(
        shape.palate.map(([x, y, half]): Section => ({
          at: at(x, y),
          wide: half * k,
          thick: 0.016 * k,
        })),
        { segments: 16 },
      ),
    ],
  })
  const tops = shape.snout.map(([x, top]): [number, number] => [x, top])
  const halves = shape.snout.map(([x, , , half]): [number, number] => [x, half])
  const floor = (x: number) =>
    interpolate(
      shape.palate.map(([at0, y]) => [at0, y] as const),
      x,
    )
  const roof = (x: number) => interpolate(tops, x)
  // Septum and vomer: a line in the midline from above.
  scene.addBonePart(0.3, {
    parts: [
      sweep(
        [-0.9, -0.6, -0.3, 0].map((x): Section => ({
          at: at(x, (floor(x) * 2 + roof(x)) / 3),
          wide: ((floor(x) - roof(x)) / 3) * k,
          thick: 0.007 * k,
        })),
        { axis: [0, 1, 0], segments: 12 },
      ),
    ],
  })
  // Conchae: scrolls of paper-thin bone, denser towards the ethmoid.
  const count = build.species === 'Feline' ? 160 : 280
  for (let i = 0; i < count; i++) {
    const x = -0.88 + 0.9 * Math.sqrt(random())
    const t = randomBetween(random, 0.12, 0.88)
    const z = randomBetween(random, 0.12, 0.72) * interpolate(halves, x) * (random() < 0.5 ? 1 : -1)
    const long = randomBetween(random, 0.05, 0.16)
    const bow = randomBetween(random, -0.022, 0.022)
    const points: Vec[] = [0, 0.33, 0.67, 1].map((s) => {
      const px = Math.min(0.1, x + long * s)
      const y = floor(px) + (roof(px) - floor(px)) * t
      return at(px, y + bow * Math.sin(Math.PI * s), z * (1 + 0.1 * s))
    })
    scene.addBonePart(randomBetween(random, 0.05, 0.18), {
      parts: [
        tube(
          points,
          [0.002, 0.0045, 0.0045, 0.002].map((r) => r * k),
          { deep: 5 },
        ),
      ],
    })
  }
  // Cribriform plate between nose and brain, a faint arc.
  const back = shape.snout.at(-2) ?? [0.1, -0.3, 0, 0.1]
  scene.addBonePart(0.14, {
    parts: [
      sweep(
        [0.1, 0.4, 0.7, 1].map((s): Section => ({
          at: at(back[0] - 0.03 + 0.05 * Math.sin(Math.PI * s), back[1] + 0.06 + s * 0.26),
          wide: back[3] * 0.8 * k,
          thick: 0.008 * k,
        })),
        { segments: 12 },
      ),
    ],
  })
  // Pharynx, larynx and trachea.
  scene.addSoft(
    -0.8,
    tube(
      [
        at(0.02, floor(0) + 0.06),
        at(0.3, 0.2),
        at(0.6, 0.27),
        at(0.9, 0.36),
        at(1.4, 0.38),
        at(1.98, 0.38),
      ],
      [0.03, 0.045, 0.05, 0.075, 0.07, 0.07].map((r) => r * k),
      { deep: 1.5 },
    ),
  )
}

/** Adds the paired parts: bulla, zygomatic arch, rim of the orbit, and the teeth. */
function addSide(head: Head, side: number): void {
  const { scene, shape, at, k } = head
  const { at: where, radius } = shape.bulla
  const bulla = at(where[0], where[1], side * where[2])
  const create = (r: number) => ball(bulla, r * 1.25 * k, r * 0.95 * k, r * 0.9 * k)
  scene.addBonePart(0.9, { cortex: 0.011 * k, spongy: 0.01, parts: [create(radius)] })
  scene.addSoft(-0.8, create(radius * 0.88))
  // External ear canal.
  scene.addSoft(
    -0.6,
    tube(
      [at(where[0] - 0.04, where[1] - 0.04, side * 0.28), at(where[0], where[1] - 0.1, side * 0.4)],
      [0.028 * k, 0.034 * k],
    ),
  )
  scene.addBonePart(0.95, {
    cortex: 0.011 * k,
    spongy: 0.3,
    summed: true,
    parts: [createSideBone(head, shape.arch, side, [0, 1, 0])],
  })
  scene.addBonePart(0.8, {
    cortex: 0.01 * k,
    spongy: 0.3,
    summed: true,
    parts: [createSideBone(head, shape.orbit, side, [0, 0, 1])],
  })
  addTeeth(head, side, 'upper')
}
