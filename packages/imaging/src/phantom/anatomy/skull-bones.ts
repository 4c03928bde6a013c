import { randomBetween } from '../scene/noise.ts'
import { tube } from '../scene/scene.ts'
import type { Surface } from '../scene/scene.ts'
import { sweep, warpSurface } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Vec } from '../scene/geometry.ts'
import { interpolate } from '../scene/geometry.ts'
import type { Head } from './skull.ts'
import type { HeadSection } from './skull-shape.ts'
import { addSide, createSideBone } from './skull-side.ts'

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

/** Makes the outline of thin bone irregular, by `amount` at each x. */
function roughen(
  { k }: Head,
  surface: Surface,
  wall: number,
  amount: readonly (readonly [x: number, amount: number])[],
): Surface {
  return warpSurface(surface, wall * k, (at) => {
    const [x, y, z] = [at[0] / k, at[1] / k, at[2] / k]
    const size = interpolate(amount, x) * k
    const along = Math.sin(21 * x + 6 * y + 5 * z) + 0.6 * Math.sin(43 * y - 17 * x + 9 * z)
    const down = Math.sin(26 * x - 7 * z + 1) + 0.5 * Math.sin(47 * x + 19 * y + 13 * z)
    return [at[0] + along * size, at[1] + down * size * 0.6, at[2]]
  })
}

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
    [first + 0.02, 0.0007],
    [first + 0.08, 0.003],
    [first + 0.17, 0.012],
    [0.9, 0.018],
  ]
  scene.addBonePart(0.9, {
    cortex: 0.015 * k,
    spongy: 0.012,
    parts: [
      roughen(head, createSections(head, shape.brain, 1, vault), 0.015, [
        [first, 0.014],
        [first + 0.08, 0.006],
        [first + 0.18, 0],
      ]),
    ],
  })
  scene.addBonePart(0.6, {
    cortex: 0.004 * k,
    spongy: 0.5,
    parts: [roughen(head, createSections(head, shape.base, 1), 0.004, [[0, 0.006]])],
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
    scene.addBonePart(0.62, {
      cortex: 0.008 * k,
      spongy: 0.6,
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
    scene.addBonePart(0.6, {
      cortex: 0.006 * k,
      spongy: 0.42,
      parts: [
        sweep(
          [
            { at: at(0.96, 0.02, side * 0.09), wide: 0.035 * k, thick: 0.035 * k },
            { at: at(1.02, 0.015 + side * 0.006, side * 0.09), wide: 0.06 * k, thick: 0.045 * k },
            { at: at(1.07, 0.03 + side * 0.006, side * 0.085), wide: 0.05 * k, thick: 0.04 * k },
          ],
          { axis: [0, 1, 0], ends: [0.8, 0.8], segments: 18 },
        ),
      ],
    })
    // Ridge where the cranium meets the neck.
    scene.addBonePart(0.4, {
      parts: [
        sweep(
          [
            { at: at(1.02, -0.33, side * 0.02), wide: 0.012 * k, thick: 0.014 * k },
            { at: at(1.02, -0.25, side * 0.1), wide: 0.018 * k, thick: 0.026 * k },
            { at: at(0.98, -0.15, side * 0.2), wide: 0.016 * k, thick: 0.026 * k },
            { at: at(0.9, -0.03, side * 0.26), wide: 0.01 * k, thick: 0.016 * k },
          ],
          { ends: [0.9, 0.9], segments: 14 },
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
  const end = shape.snout.at(-1)?.[0] ?? 0
  // The frontal bone continues the nose; behind it nose and brain are hardly separated.
  const wall: [number, number][] = [
    [-0.97, 0.005],
    [-0.86, 0.011],
    [-0.2, 0.011],
    [end - 0.2, 0.009],
    [end - 0.07, 0.003],
    [end - 0.01, 0.0004],
  ]
  scene.addBonePart(0.85, {
    cortex: 0.01 * k,
    spongy: 0.018,
    parts: [
      roughen(head, createSections(head, shape.snout, 1, wall), 0.01, [
        [end - 0.16, 0],
        [end, 0.011],
      ]),
    ],
  })
  scene.addSoft(-0.5, createSections(head, shape.snout.slice(1, -1), 0.78))
  const sinus = (share: number) =>
    roughen(head, createSections(head, shape.sinus, share), paper, [[0, 0.013]])
  const horse = build.species === 'Equine'
  scene.addBonePart(horse ? 0.2 : 0.42, { cortex: paper * k, spongy: 0.01, parts: [sinus(1)] })
  scene.addSoft(horse ? -0.6 : -0.85, sinus(0.9))
  scene.addBonePart(0.65, {
    cortex: 0.009 * k,
    spongy: 0.3,
    parts: [
      sweep(
        shape.palate.map(([x, y, half], i): Section => ({
          at: at(x, y),
          wide: half * k,
          thick: (i === 0 || i === shape.palate.length - 1 ? 0.006 : 0.015) * k,
        })),
        { ends: [0.9, 0.9], segments: 16 },
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
  const count = build.species === 'Canine' ? 280 : 160
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
    scene.addBonePart(randomBetween(random, 0.05, 0.18) * (horse ? 0.6 : 1), {
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
  scene.addBonePart(0.055, {
    parts: [
      sweep(
        [0.1, 0.4, 0.7, 1].map((s): Section => ({
          at: at(back[0] - 0.03 + 0.05 * Math.sin(Math.PI * s), back[1] + 0.06 + s * 0.26),
          wide: back[3] * 0.8 * k,
          thick: (0.004 + 0.01 * Math.sin(Math.PI * s)) * k,
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
