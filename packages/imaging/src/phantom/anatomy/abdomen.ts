import type { AnimalProportions } from './animal-proportions.ts'
import { add, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import type { Projection } from './chest.ts'

/** Share of the abdomen that is fat before the organs replace it. */
const fatShare = 0.95

type PointAt = (x: number, y: number, z: number) => Vec

/** Adds the organs among fat and the content of the gut. Coordinates are in u, y from the spine. */
export function addAbdomen(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  plane: Projection,
): void {
  const { u, thoracic, lumbar, lumbarLength, chestDepth: d, chestHalfWidth: w } = build
  const k = thoracic / 13
  const loin = thoracic + lumbar * lumbarLength
  const side = plane === 'side'
  const at: PointAt = (x, y, z) => [x * u, spine.heightAt(x * u) * 0.7 + y * u, z * u]
  const outline = side
    ? (
        [
          [9.2 * k, 0.9 * d],
          [10.5 * k, 0.55 * d],
          [12 * k, 0.3 * d],
          [thoracic + 0.3, 0.9],
          [loin - 3, 0.95],
          [loin + 1.5, 1.5],
          [loin + 2, 0.5 * d],
          [loin - 1, 0.72 * d],
          [thoracic + 4, 0.95 * d],
          [12 * k, 1.1 * d],
        ] as const
      ).map(([x, y]) => at(x, y, 0))
    : (
        [
          [9.5 * k, -0.6 * w],
          [9.2 * k, 0],
          [9.5 * k, 0.6 * w],
          [12 * k, 0.92 * w],
          [thoracic + 4, 0.86 * w],
          [loin, 0.7 * w],
          [loin + 1.5, 0],
          [loin, -0.7 * w],
          [thoracic + 4, -0.86 * w],
          [12 * k, -0.92 * w],
        ] as const
      ).map(([x, z]) => at(x, 0.5 * d, z))
  const thick = (side ? w * 1.75 : d * 1.1) * u
  scene.addOrgan(-fatShare, plate(outline, thick, 1.3 * u))
  addLiverAndSpleen(scene, build, at, plane)
  addStomach(scene, build, at)
  addKidneysAndBladder(scene, build, at, loin)
  addGut(scene, build, at, loin)
}

function addLiverAndSpleen(
  scene: SceneBuilder,
  build: AnimalProportions,
  at: PointAt,
  plane: Projection,
): void {
  const { u, thoracic, chestDepth: d, chestHalfWidth: w } = build
  const k = thoracic / 13
  const side = plane === 'side'
  const organ = (
    share: number,
    points: readonly (readonly [number, number])[],
    deep: number,
    rim: number,
  ) =>
    scene.addOrgan(
      share * fatShare,
      plate(
        points.map(([x, y]) => (side ? at(x, y, 0) : at(x, 0.5 * d, y))),
        deep * u,
        rim * u,
      ),
    )
  if (side) {
    organ(
      1,
      [
        [9.1 * k, 0.95 * d],
        [9.4 * k, 0.72 * d],
        [10.3 * k, 0.52 * d],
        [11.4 * k, 0.34 * d],
        [12.4 * k, 0.3 * d],
        [12.2 * k, 0.55 * d],
        [12.7 * k, 0.8 * d],
        [13 * k, 1.0 * d],
        [11 * k, 1.06 * d],
      ],
      w * 1.5,
      0.9,
    )
    organ(
      0.9,
      [
        [thoracic + 0.6, 0.86 * d],
        [thoracic + 2.2, 0.8 * d],
        [thoracic + 3.4, 0.88 * d],
        [thoracic + 2.6, 1.0 * d],
        [thoracic + 1, 1.02 * d],
      ],
      2.2,
      0.5,
    )
  } else {
    organ(
      1,
      [
        [9 * k, 0],
        [9.3 * k, 0.55 * w],
        [10.8 * k, 0.85 * w],
        [12.4 * k, 0.7 * w],
        [12 * k, 0],
        [13.4 * k, -0.6 * w],
        [11 * k, -0.88 * w],
        [9.3 * k, -0.55 * w],
      ],
      d * 0.75,
      1,
    )
    organ(
      0.8,
      [
        [12.6 * k, 0.8 * w],
        [thoracic + 1.2, 0.86 * w],
        [thoracic + 3.2, 0.8 * w],
        [thoracic + 2, 0.62 * w],
      ],
      1.6,
      0.5,
    )
  }
}

/** Adds the wall, the food, and a gas bubble at the top. */
function addStomach(scene: SceneBuilder, build: AnimalProportions, at: PointAt): void {
  const { u, random, thoracic, chestDepth: d, chestHalfWidth: w } = build
  const k = thoracic / 13
  const stomach = at(12.7 * k, 0.5 * d, 0.3 * w)
  scene.addOrgan(0.5, ball(stomach, 1.15 * u, 2.2 * u, 2.3 * u))
  scene.addMottled(
    randomBetween(random, -0.1, 0.05),
    0.9,
    ball(add(stomach, [0, 0.5 * u, 0]), 0.95 * u, 1.5 * u, 1.9 * u),
  )
  scene.addSoft(
    -randomBetween(random, 0.35, 0.8),
    ball(add(stomach, [0.1 * u, -1.05 * u, 0.5 * u]), 0.7 * u, 0.85 * u, 1.0 * u),
    ball(add(stomach, [0.4 * u, -0.5 * u, 0.3 * u]), 0.6 * u, 0.6 * u, 0.9 * u),
  )
}

/** The right kidney lies more cranial. */
function addKidneysAndBladder(
  scene: SceneBuilder,
  build: AnimalProportions,
  at: PointAt,
  loin: number,
): void {
  const { u, random, thoracic, chestDepth: d } = build
  for (const [x, z] of [
    [thoracic + 1.5, -1],
    [thoracic + 3.1, 1],
  ] as const) {
    const centre = at(x + randomBetween(random, -0.2, 0.2), 1.75, z * 1.45)
    scene.addOrgan(0.95, ball(centre, 1.42 * u, 0.82 * u, 0.85 * u))
    scene.addOrgan(-0.4, ball(add(centre, [0, 0.45 * u, -z * 0.4 * u]), 0.35 * u, 0.3 * u, 0.3 * u))
  }
  scene.addOrgan(
    0.9,
    ball(
      at(loin - 0.6, 0.62 * d, 0),
      randomBetween(random, 1.2, 1.8) * u,
      randomBetween(random, 0.9, 1.25) * u,
      1.25 * u,
    ),
  )
}

function addGut(scene: SceneBuilder, build: AnimalProportions, at: PointAt, loin: number): void {
  const { u, random, thoracic, chestDepth: d, chestHalfWidth: w } = build
  const colon = [
    at(thoracic + 2.2, 0.42 * d, -0.55 * w),
    at(thoracic + 1.3, 0.4 * d, -0.1 * w),
    at(thoracic + 1.7, 0.36 * d, 0.45 * w),
    at(thoracic + 4, 0.36 * d, 0.52 * w),
    at(loin - 2, 0.38 * d, 0.36 * w),
    at(loin + 1, 0.3 * d, 0.06 * w),
    at(loin + 4, 0.34 * d, 0),
  ]
  scene.addOrgan(
    0.5,
    tube(
      colon,
      [0.5, 0.52, 0.5, 0.5, 0.52, 0.5, 0.46].map((r) => r * u),
    ),
  )
  scene.addMottled(
    -0.1,
    1.6,
    tube(
      colon,
      [0.36, 0.4, 0.38, 0.4, 0.42, 0.4, 0.34].map((r) => r * u),
    ),
  )
  for (let i = 0; i < 9; i++) {
    const t = random() * 0.85
    const from = colon[Math.floor(t * 6)] ?? at(loin, 2, 0)
    const position = mix(from, colon[Math.floor(t * 6) + 1] ?? from, random())
    scene.addSoft(
      -0.8,
      ball(
        add(position, [
          randomBetween(random, -0.2, 0.2) * u,
          randomBetween(random, -0.25, 0.1) * u,
          0,
        ]),
        randomBetween(random, 0.12, 0.34) * u,
        randomBetween(random, 0.1, 0.24) * u,
        0.3 * u,
      ),
    )
  }
  // Loops of small bowel, some of them with gas.
  for (let loop = 0; loop < 18; loop++) {
    const centre = [
      randomBetween(random, thoracic + 1.6, loin - 1.2),
      randomBetween(random, 0.5, 0.82) * d,
      randomBetween(random, -0.55, 0.55) * w,
    ] as const
    const size = randomBetween(random, 0.6, 1.3)
    const start = random() * 6.3
    const sweep = randomBetween(random, 2.2, 4)
    const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => {
      const a = start + sweep * t
      return at(
        centre[0] + size * 1.25 * Math.cos(a),
        centre[1] + size * 0.72 * Math.sin(a),
        centre[2] + size * 0.8 * Math.sin(a * 0.7),
      )
    })
    const thick = randomBetween(random, 0.27, 0.36)
    scene.addOrgan(
      0.95,
      tube(
        points,
        points.map(() => thick * u),
      ),
    )
    if (random() < 0.6)
      scene.addSoft(
        -0.75,
        tube(
          points.slice(1, 2 + Math.floor(random() * 3) + 1),
          [0.16, 0.25, 0.23, 0.14].map((r) => r * u),
        ),
      )
  }
}
