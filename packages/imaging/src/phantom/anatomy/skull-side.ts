import type { AnimalProportions } from './animal-proportions.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PlanePoint } from './plane-point.ts'
import type { HeadProportions, PointMapper } from './skull.ts'
import { addTeethRow } from './skull-teeth.ts'

/** The head that is built: `at` maps its coordinates to the scene, `k` is its unit in mm. */
interface Head {
  readonly scene: SceneBuilder
  readonly build: AnimalProportions
  readonly proportions: HeadProportions
  readonly at: PointMapper
  readonly k: number
}

const createShape =
  ({ at }: Head) =>
  (points: readonly PlanePoint[]) =>
    points.map(([x, y]) => at(x, y, 0))

/** Every part draws from the random generator of the animal: their order is part of the model. */
export function addSkullFromSide(head: Head, skinned: boolean): void {
  if (skinned) addSkin(head)
  addCranium(head)
  addNose(head)
  for (const z of [0.14, -0.14]) addOneSide(head, z)
  addHyoid(head)
}

function addSkin(head: Head): void {
  const { scene, k } = head
  const d = head.proportions.dome
  const shape = createShape(head)
  const skin: PlanePoint[] = [
    [-1.06, 0.1],
    [-1.0, -0.06],
    [-0.6, -0.2],
    [-0.2, -0.34],
    [0, -0.44 * d],
    [0.4, -0.56 * d],
    [0.8, -0.5 * d],
    [1.3, -0.5],
    [1.9, -0.5],
    [1.9, 0.8],
    [1.3, 0.72],
    [0.8, 0.66],
    [0.3, 0.62],
    [-0.3, 0.5],
    [-0.8, 0.42],
    [-1.02, 0.3],
  ]
  scene.addFat(1, plate(shape(skin), 0.72 * k, 0.4 * k))
  scene.addOrgan(1, plate(shape(skin), 0.66 * k, 0.42 * k))
}

function addCranium(head: Head): void {
  const { scene, at, k } = head
  const { random } = head.build
  const d = head.proportions.dome
  const shape = createShape(head)
  // Cranium: a thin shell, denser at its base; frontal sinus and nose contain air.
  const brain: PlanePoint[] = [
    [0.02, -0.2],
    [0.12, -0.36 * d],
    [0.4, -0.46 * d],
    [0.72, -0.42 * d],
    [0.95, -0.26],
    [0.98, -0.05],
    [0.85, 0.08],
    [0.5, 0.1],
    [0.15, 0.04],
  ]
  scene.addBonePart(1, {
    cortex: 0.02 * k,
    spongy: 0.014,
    parts: [plate(shape(brain), 0.62 * k, 0.3 * k)],
  })
  scene.addBone(
    0.02 * k,
    tube([at(0.75, -0.44 * d), at(0.95, -0.36), at(1.08, -0.28)], [0.03 * k, 0.05 * k, 0.03 * k]),
  )
  scene.addBonePart(0.8, {
    cortex: 0.02 * k,
    spongy: 0.2,
    parts: [
      plate(
        shape([
          [0.1, 0.06],
          [0.5, 0.08],
          [0.95, 0.05],
          [1.1, 0.0],
          [1.08, 0.12],
          [0.8, 0.17],
          [0.4, 0.16],
        ]),
        0.36 * k,
        0.06 * k,
      ),
    ],
  })
  // Petrous bone, wings of the base, condyle and crest; ridges on the inside of the cranium.
  scene.addBonePart(0.6, {
    cortex: 0.03 * k,
    spongy: 0.5,
    parts: [ball(at(0.74, 0.04), 0.13 * k, 0.09 * k, 0.16 * k)],
  })
  scene.addBonePart(0.5, {
    cortex: 0.02 * k,
    parts: [
      ball(at(0.4, 0.1), 0.16 * k, 0.05 * k, 0.2 * k),
      ball(at(1.06, 0.02), 0.07 * k, 0.09 * k, 0.12 * k),
    ],
  })
  scene.addBonePart(0.006, { mottle: 1, parts: [plate(shape(brain), 0.6 * k, 0.3 * k)] })
  for (let i = 0; i < 9; i++) {
    const [x, y] = [randomBetween(random, 0.2, 0.85), randomBetween(random, -0.38, -0.05) * d]
    scene.addBonePart(0.25, {
      parts: [
        tube(
          [
            at(x, y),
            at(x + 0.06, y + randomBetween(random, -0.05, 0.05)),
            at(x + 0.12, y + randomBetween(random, -0.08, 0.08)),
          ],
          [0.004 * k, 0.01 * k, 0.004 * k],
          { deep: 2 },
        ),
      ],
    })
  }
}

function addNose(head: Head): void {
  const { scene, at, k } = head
  const { random } = head.build
  const d = head.proportions.dome
  const shape = createShape(head)
  const snout: PlanePoint[] = [
    [-1, 0.1],
    [-0.95, 0.0],
    [-0.5, -0.1],
    [-0.15, -0.22],
    [0.1, -0.34 * d],
    [0.14, -0.1],
    [0.1, 0.14],
    [-0.3, 0.17],
    [-0.7, 0.2],
    [-0.97, 0.2],
  ]
  scene.addBonePart(1, {
    cortex: 0.022 * k,
    spongy: 0.05,
    parts: [plate(shape(snout), 0.36 * k, 0.12 * k)],
  })
  scene.addSoft(
    -0.5,
    plate(
      shape([
        [-0.93, 0.06],
        [-0.5, -0.03],
        [-0.1, -0.12],
        [0.06, -0.1],
        [0, 0.08],
        [-0.5, 0.12],
      ]),
      0.26 * k,
      0.06 * k,
    ),
  )
  scene.addSoft(
    -0.9,
    plate(
      shape([
        [-0.06, -0.2],
        [0.12, -0.33 * d],
        [0.26, -0.38 * d],
        [0.16, -0.22],
      ]),
      0.22 * k,
      0.05 * k,
    ),
  )
  scene.addSoft(
    -0.75,
    tube(
      [at(-0.02, 0.1), at(0.3, 0.2), at(0.6, 0.26), at(0.85, 0.34), at(1.4, 0.36), at(1.95, 0.36)],
      [0.03, 0.045, 0.05, 0.07, 0.07, 0.07].map((r) => r * k),
      { deep: 1.6 },
    ),
  )
  // Nasal turbinates.
  for (let i = 0; i < 26; i++) {
    const x = randomBetween(random, -0.85, -0.02)
    const y = 0.03 - 0.1 * (x + 0.9) + randomBetween(random, -0.06, 0.06)
    scene.addBonePart(0.4, {
      parts: [
        tube(
          [
            at(x, y),
            at(x + 0.09, y - 0.02),
            at(x + 0.18, y - 0.03 + randomBetween(random, -0.02, 0.02)),
          ],
          [0.003, 0.006, 0.003].map((r) => r * k),
          { deep: 8 },
        ),
      ],
    })
  }
  scene.addBone(
    0.012 * k,
    tube([at(-0.96, 0.15), at(-0.4, 0.12), at(0.1, 0.12)], [0.014 * k, 0.016 * k, 0.014 * k], {
      deep: 6,
    }),
  )
}

function addOneSide(head: Head, z: number): void {
  const { scene, build, at, k } = head
  const dx = randomBetween(build.random, -0.025, 0.025)
  const p = (x: number, y: number) => at(x + dx, y + dx * 0.6, z)
  // Tympanic bulla, zygomatic arch, rim of the orbit.
  scene.addBonePart(0.9, {
    cortex: 0.018 * k,
    spongy: 0.01,
    parts: [ball(p(0.78, 0.2), 0.13 * k, 0.11 * k, 0.09 * k)],
  })
  scene.addSoft(-0.6, ball(p(0.78, 0.2), 0.1 * k, 0.085 * k, 0.07 * k))
  scene.addBone(
    0.02 * k,
    tube(
      [p(-0.12, 0.06), p(0.15, 0.1), p(0.42, 0.06), p(0.62, 0.08)],
      [0.05 * k, 0.045 * k, 0.04 * k, 0.035 * k],
      { deep: 0.5 },
    ),
  )
  scene.addBonePart(0.7, {
    parts: [
      tube(
        [p(0.12, -0.26), p(0.0, -0.14), p(-0.02, 0), p(0.1, 0.08)],
        [0.012 * k, 0.018 * k, 0.018 * k, 0.01 * k],
        { deep: 2 },
      ),
    ],
  })
  addMandible(head, p)
  addTeethRow(scene, build, p, k)
}

function addMandible({ scene, proportions, k }: Head, p: PointMapper): void {
  const j = proportions.jaw
  const jaw: PlanePoint[] = [
    [-0.94, 0.28],
    [-0.5, 0.3],
    [0.05, 0.3],
    [0.3, 0.24],
    [0.36, -0.02],
    [0.46, -0.06],
    [0.52, 0.1],
    [0.62, 0.13],
    [0.6, 0.22],
    [0.56, 0.32 * j],
    [0.68, 0.4 * j],
    [0.5, 0.46 * j],
    [0.1, 0.46 * j],
    [-0.4, 0.42],
    [-0.8, 0.38],
    [-0.96, 0.34],
  ]
  scene.addBonePart(0.85, {
    cortex: 0.024 * k,
    spongy: 0.2,
    parts: [
      plate(
        jaw.map(([x, y]) => p(x, y)),
        0.09 * k,
        0.035 * k,
      ),
    ],
  })
  scene.addBonePart(-0.12, {
    parts: [
      tube([p(-0.7, 0.36), p(-0.1, 0.38), p(0.35, 0.34)], [0.018 * k, 0.022 * k, 0.015 * k], {
        deep: 2,
      }),
    ],
  })
}

function addHyoid({ scene, at, k }: Head): void {
  scene.addBone(
    0.01 * k,
    tube(
      [at(0.72, 0.42), at(0.8, 0.52), at(0.74, 0.6), at(0.62, 0.62)],
      [0.018, 0.016, 0.016, 0.014].map((r) => r * k),
    ),
  )
}
