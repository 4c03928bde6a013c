import { createChest } from './chest.ts'
import type { Chest, Projection } from './chest.ts'
import { heartLong } from './animal-proportions.ts'
import type { AnimalProportions } from './animal-proportions.ts'
import { add, lerp, subtract, mix, multiply, normalize } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import { addVessels } from './vessels.ts'

/**
 * The share of soft tissue that a lung removes: lung has about a quarter of the density of water.
 */
const lungAir = 0.79

const heartShape: readonly (readonly [along: number, across: number])[] = [
  [0.03, -0.02],
  [0.1, -0.2],
  [0.22, -0.4],
  [0.4, -0.5],
  [0.6, -0.465],
  [0.8, -0.33],
  [0.94, -0.15],
  [1, 0],
  [0.97, 0.12],
  [0.85, 0.28],
  [0.63, 0.44],
  [0.4, 0.5],
  [0.2, 0.45],
  [0.08, 0.3],
  [0.02, 0.12],
]

function addHeart(
  scene: SceneBuilder,
  build: AnimalProportions,
  chest: Chest,
  plane: Projection,
): void {
  const { u } = build
  const short = build.vhs * (1 - heartLong) * u
  if (plane === 'side') {
    const axis = subtract(chest.apex, chest.carina)
    const across: Vec = multiply(normalize([axis[1], -axis[0], 0]), short)
    // `across` points caudally, so the cranial border is negative.
    const at = ([a, b]: readonly [number, number]): Vec =>
      add(add(chest.carina, multiply(axis, a)), multiply(across, b))
    scene.addSoft(lungAir, plate(heartShape.map(at), short * 0.98, short * 0.46))
    // Atrium, pulmonary trunk and the vessels of the heart base blur its dorsal border.
    const base = (x: number, y: number, rx: number, ry: number) =>
      ball(add(chest.carina, [x * u, y * u, 0]), rx * u, ry * u, 0.9 * u)
    scene.addSoft(0.16, base(1.35, 0.85, 1.15, 0.62), base(0.5, 0.45, 1.2, 0.5))
    scene.addSoft(0.2, base(-0.9, 0.75, 1.2, 0.75))
    scene.addSoft(0.14, base(0.2, 1.3, 2.1, 1.0))
    scene.landmarks['carina'] = chest.carina
    scene.landmarks['heartApex'] = chest.apex
    scene.landmarks['heartCranial'] = at([0.4, -0.5])
    scene.landmarks['heartCaudal'] = at([0.4, 0.5])
    return
  }
  const [cx, long] = [chest.carina[0] + 0.2 * u, build.vhs * 0.53 * u]
  const lean = 0.28
  const axis: Vec = [long * Math.cos(lean), 0, long * Math.sin(lean)]
  const across: Vec = multiply(normalize([-axis[2], 0, axis[0]]), short * 0.95)
  const start: Vec = [cx - 0.9 * u, build.chestDepth * 0.5 * u, -0.55 * u]
  scene.addSoft(
    lungAir,
    plate(
      heartShape.map(([a, b]) => add(add(start, multiply(axis, a)), multiply(across, b))),
      short * 1.1,
      short * 0.46,
    ),
  )
}

function addLungs(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
  plane: Projection,
): void {
  const { u, random } = build
  const k = (build.thoracic / 13) * u
  const roof = (x: number) => spine.heightAt(x) + 0.32 * u
  const dome = randomBetween(random, 8.3, 9.2) * k
  for (const side of [1, -1]) {
    const shift = side * randomBetween(random, 0.1, 0.28) * u
    const tip = build.thoracic * 0.955 * k + shift * 0.6
    if (plane === 'side') {
      const y = (t: number) => t * build.chestDepth * u
      const floor = (x: number) => chest.sternum(x) - 0.42 * u
      const outline: Vec[] = [
        [-1.2 * k, y(0.36), 0],
        [-0.2 * k, roof(0) + 0.15 * u, 0],
        [2 * k, roof(2 * k) + 0.05 * u, 0],
        [5 * k, roof(5 * k), 0],
        [8 * k, roof(8 * k), 0],
        [tip - 1.6 * k, roof(tip - 1.6 * k), 0],
        [tip, roof(tip) + 0.12 * u, 0],
        [tip - 0.9 * k, y(0.24), 0],
        [dome + 1.9 * k + shift, y(0.42), 0],
        [dome + 0.75 * k + shift, y(0.6), 0],
        [dome + 0.05 * k + shift, y(0.76), 0],
        [dome - 0.2 * k + shift * 0.6, y(0.88), 0],
        [dome - 0.15 * k, floor(dome) - 0.1 * u, 0],
        [dome - 0.9 * k, floor(dome - 0.9 * k), 0],
        [4 * k, floor(4 * k), 0],
        [1.2 * k, floor(1.2 * k), 0],
        [-0.5 * k, floor(-0.5 * k) - 0.3 * u, 0],
        [-1.3 * k, y(0.5), 0],
      ]
      scene.addMottled(-lungAir, 0.022, plate(outline, build.chestHalfWidth * 0.84 * u, 1.3 * u))
      continue
    }
    const z = (x: number, t: number): number => side * t * chest.width(x)
    const y = build.chestDepth * 0.5 * u
    const lift = side * 0.3 * u
    const outline: Vec[] = [
      [-0.9 * k, y, z(0, 0.25)],
      [-0.5 * k, y, z(0, 0.75)],
      [1.5 * k, y, z(1.5 * k, 0.88)],
      [5 * k, y, z(5 * k, 0.9)],
      [9 * k, y, z(9 * k, 0.91)],
      [11.4 * k, y, z(11.4 * k, 0.92)],
      [10.6 * k, y, z(11 * k, 0.8)],
      [9.4 * k + lift, y, z(10 * k, 0.55)],
      [8.9 * k + lift, y, z(9 * k, 0.3)],
      [9.2 * k, y, z(9 * k, 0.06)],
      [6 * k, y, z(6 * k, 0.06)],
      [2 * k, y, z(2 * k, 0.14)],
    ]
    scene.addMottled(-lungAir, 0.022, plate(outline, build.chestDepth * 0.8 * u, 1.5 * u))
  }
}

function addTubes(scene: SceneBuilder, build: AnimalProportions, spine: Spine, chest: Chest): void {
  const { u } = build
  const [cx, cy] = chest.carina
  const k = (build.thoracic / 13) * u
  const neck = (x: number): Vec => [x, spine.heightAt(x) + 1.15 * u, -0.1 * u]
  const path: Vec[] = [
    neck(-11 * u),
    neck(-7 * u),
    neck(-4 * u),
    [-1.5 * u, spine.heightAt(-1.5 * u) + 0.95 * u, 0],
    [1.2 * k, lerp(spine.heightAt(1.2 * k) + 0.95 * u, cy, 0.3), 0.05 * u],
    [cx - 0.2 * u, cy - 0.18 * u, 0.05 * u],
  ]
  const r = build.species === 'Feline' ? 0.27 : 0.33
  const wall = [r, r, r, r, r * 0.98, r * 0.95].map((one) => one * u)
  scene.addSoft(
    0.5,
    tube(
      path,
      wall.map((one) => one + 0.12 * u),
    ),
  )
  scene.addSoft(0.55, tube(path.slice(3), [0.5 * u, 0.55 * u, 0.5 * u]))
  scene.addSoft(-1.5, tube(path, wall))
  for (const side of [1, -1])
    for (const [dx, dy, dz] of [
      [1.5, 0.35, 0.7],
      [0.9, 0.75, 0.8],
    ] as const) {
      const end: Vec = [cx + dx * u, cy + dy * u, side * dz * u]
      scene.addSoft(
        -0.3,
        tube([chest.carina, mix(chest.carina, end, 0.5), end], [0.2 * u, 0.17 * u, 0.1 * u]),
      )
    }
  // Cranial mediastinum, aortic arch and aorta, caudal vena cava.
  scene.addSoft(
    0.42,
    tube(
      [
        [-0.6 * k, cy + 0.5 * u, 0],
        [1.5 * k, cy + 0.75 * u, 0],
        [cx - 0.8 * u, cy + 0.7 * u, 0],
      ],
      [0.12 * u, 0.6 * u, 0.7 * u],
      { deep: 1.3 },
    ),
  )
  const back = (x: number, drop: number): Vec => [x * k, spine.heightAt(x * k) + drop * u, 0.35 * u]
  scene.addSoft(
    lungAir,
    tube(
      [
        [cx - 1.1 * u, cy + 1 * u, 0.1 * u],
        [cx - 1 * u, cy - 0.1 * u, 0.2 * u],
        [cx - 0.1 * u, cy - 0.72 * u, 0.35 * u],
        back(7, 0.9),
        back(9.5, 0.78),
        back(13, 0.75),
      ],
      [0.5, 0.46, 0.42, 0.4, 0.37, 0.34].map((one) => one * u),
    ),
  )
  scene.addSoft(
    lungAir,
    tube(
      [
        mix(chest.carina, chest.apex, 0.32),
        [cx + 3 * u, cy + 1.45 * u, -0.7 * u],
        [cx + 5.6 * u, cy + 1.3 * u, -0.9 * u],
      ],
      [0.34 * u, 0.33 * u, 0.36 * u],
    ),
  )
}

export function addThorax(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  plane: Projection,
): Chest {
  const chest = createChest(build)
  addLungs(scene, build, spine, chest, plane)
  addHeart(scene, build, chest, plane)
  addTubes(scene, build, spine, chest)
  addVessels(scene, build, spine, chest, plane)
  return chest
}
