import type { AnimalProportions } from './animal-proportions.ts'
import { lerp } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PointMapper } from './tooth.ts'

interface Jaw {
  readonly from: number
  readonly to: number
  readonly deep: number
  readonly upper: boolean
  readonly scale: number
  readonly necks: readonly number[]
}

export function addJaw(
  scene: SceneBuilder,
  build: AnimalProportions,
  at: PointMapper,
  { from, to, deep, upper, scale, necks }: Jaw,
): void {
  const { random } = build
  const horse = build.species === 'Equine'
  const thick = (horse ? 24 : 8) * scale
  const edge = necks.flatMap((neck, i) => {
    const next = necks[i + 1]
    const crest =
      next === undefined ? [] : [at((neck + next) / 2, randomBetween(random, 0.4, 1.2) * scale)]
    return [at(neck, 1.9 * scale), ...crest]
  })
  const floor = deep * (upper ? 2.6 : 1.42)
  const outline = [
    at(from, 1.5 * scale),
    ...edge,
    at(to, 1.5 * scale),
    at(to, floor),
    at((from + to) / 2, floor * 1.04),
    at(from, floor),
  ]
  scene.addBonePart(0.8, {
    cortex: 0.4 * scale,
    spongy: 0.24,
    parts: [plate(outline, thick, 3.5 * scale)],
  })
  const addLine = (y: number, weight: number, r: number, bend: number) =>
    scene.addBonePart(weight, {
      parts: [
        tube(
          [
            at(from, y),
            at(lerp(from, to, 0.35), y + bend),
            at(lerp(from, to, 0.65), y - bend * 0.4),
            at(to, y + bend),
          ],
          [r, r * 1.15, r, r * 1.1].map((k) => k * scale),
          { deep: 1.4 },
        ),
      ],
    })
  if (upper) {
    // Floor of the nose, and the nasal cavity above it.
    addLine(deep * 1.12, 0.9, 0.45, 0.8 * scale)
    scene.addBonePart(-0.14, {
      parts: [
        plate(
          [at(from, deep * 1.16), at(to, deep * 1.1), at(to, floor), at(from, floor)],
          thick,
          1,
        ),
      ],
    })
    for (let i = 0; i < 14; i++) {
      const y = deep * randomBetween(random, 1.2, 2)
      const start = randomBetween(random, from, to)
      scene.addBonePart(0.5, {
        parts: [
          tube(
            [
              at(start, y),
              at(start + 3 * scale, y + randomBetween(random, -1, 1) * scale),
              at(start + 7 * scale, y + randomBetween(random, -1.5, 1.5) * scale),
            ],
            [0.12, 0.2, 0.1].map((r) => r * scale),
            { deep: 3 },
          ),
        ],
      })
    }
  } else {
    // The mandibular canal with its walls, and the thick lower edge.
    addLine(deep * 1.16, -0.24, 1.5, 0.6 * scale)
    addLine(deep * 1.16 - 1.6 * scale, 0.3, 0.22, 0.6 * scale)
    addLine(deep * 1.16 + 1.6 * scale, 0.3, 0.22, 0.6 * scale)
    addLine(floor - 1 * scale, 0.5, 1.3, 0.4 * scale)
  }
  const gum = [
    at(from, -1.4 * scale),
    ...necks.map((neck) => at(neck, -0.8 * scale)),
    at(to, -1.4 * scale),
    at(to, floor * 1.2),
    at(from, floor * 1.2),
  ]
  scene.addSoft(1, plate(gum, thick * 1.7, 4 * scale))
  scene.addSoft(
    1,
    plate(
      [at(from, -60 * scale), at(to, -60 * scale), at(to, floor * 2), at(from, floor * 2)],
      3.5 * scale,
      1,
    ),
  )
}
