import { createChest } from './chest.ts'
import type { Chest, Projection } from './chest.ts'
import type { AnimalProportions } from './animal-proportions.ts'
import { add, lerp, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import { addHeart } from './heart.ts'
import { addVessels } from './vessels.ts'

/**
 * The share of soft tissue that a lung removes: lung has about a quarter of the density of water.
 */
const lungAir = 0.79

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

/** Adds the trachea with the stem bronchi: a band of air between walls, in the mediastinum. */
function addAirways(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
): void {
  const { u } = build
  const [cx, cy] = chest.carina
  const k = (build.thoracic / 13) * u
  const neck = (x: number): Vec => [x, spine.heightAt(x) + 1.15 * u, -0.1 * u]
  const r = build.species === 'Feline' ? 0.27 : 0.34
  const path: Vec[] = [
    neck(-11 * u),
    neck(-7 * u),
    neck(-4 * u),
    [-1.5 * u, spine.heightAt(-1.5 * u) + 1.05 * u, -0.08 * u],
    [1.2 * k, lerp(spine.heightAt(1.2 * k) + 1.15 * u, cy, 0.35), -0.2 * u],
    [cx - 1.6 * u, cy - 0.42 * u, -0.2 * u],
    [cx - 0.1 * u, cy - 0.24 * u, -0.08 * u],
  ]
  const wall = path.map((_, i) => r * (1 - 0.02 * i) * u)
  scene.addSoft(
    0.55,
    tube(
      path,
      wall.map((one) => one + 0.07 * u),
    ),
  )
  scene.addSoft(-1.75, tube(path, wall))
  for (const side of [1, -1]) {
    const caudal: Vec = [cx + 2.7 * u, cy + (0.25 + side * 0.08) * u, side * 1.05 * u]
    const cranial: Vec = [cx - 0.9 * u, cy + 0.75 * u, side * 0.9 * u]
    const from: Vec = [cx - 0.15 * u, cy - 0.14 * u, side * 0.08 * u]
    scene.addSoft(
      -0.75,
      tube(
        [from, [cx + 0.9 * u, cy + 0.02 * u, side * 0.5 * u], caudal],
        [0.24 * u, 0.2 * u, 0.09 * u],
      ),
    )
    // The bronchus of the cranial lobe is seen nearly end-on at the carina.
    scene.addSoft(
      -0.45,
      tube(
        [from, mix(from, cranial, 0.5), cranial],
        [0.16, 0.13, 0.06].map((one) => one * u),
      ),
    )
  }
}

/** Adds mediastinum, aorta, caudal vena cava and the vessels at the base of the heart. */
function addGreatVessels(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
  plane: Projection,
): void {
  const { u } = build
  const [cx, cy] = chest.carina
  const k = (build.thoracic / 13) * u
  const roof = (x: number) => spine.heightAt(x) + 0.32 * u
  if (plane === 'side') {
    // The cranial mediastinum contains the oesophagus, the thymus and the cranial vena cava.
    scene.addSoft(
      lungAir * 0.8,
      plate(
        [
          [-1.4 * k, roof(-1.4 * k) + 0.2 * u, 0],
          [1 * k, roof(1 * k), 0],
          [cx - 1.2 * u, roof(cx - 1.2 * u) + 0.2 * u, 0],
          [cx + 0.4 * u, cy - 0.75 * u, 0],
          [cx + 0.6 * u, cy + 0.6 * u, 0],
          [cx - 1.6 * u, cy + 1.7 * u, 0],
          [0.8 * k, cy + 1.45 * u, 0],
          [-1.4 * k, cy + 0.9 * u, 0],
        ],
        2.4 * u,
        1.3 * u,
      ),
    )
    // Fat and muscle between the heart and the sternum.
    const floor = (x: number): Vec => [x, chest.sternum(x) - 0.36 * u, 0]
    scene.addSoft(
      0.3,
      tube(
        [floor(cx - 1.6 * u), floor(cx + 0.6 * u), floor(chest.apex[0] + 0.7 * u)],
        [0.12 * u, 0.5 * u, 0.12 * u],
        { deep: 2.6 },
      ),
    )
  } else
    scene.addSoft(
      lungAir * 0.6,
      tube(
        [
          [-1.2 * k, cy, 0],
          [1.2 * k, cy, 0.05 * u],
          [cx - 2.2 * u, cy, 0.1 * u],
          [cx - 0.2 * u, cy, 0.2 * u],
        ],
        [0.72 * u, 0.8 * u, 0.85 * u, 0.3 * u],
        { deep: 1.5 },
      ),
    )
  const back = (x: number, drop: number): Vec => [x * k, spine.heightAt(x * k) + drop * u, 0.4 * u]
  scene.addSoft(
    lungAir,
    tube(
      [
        [cx - 0.9 * u, cy + 1.4 * u, 0.1 * u],
        [cx - 1.15 * u, cy + 0.35 * u, 0.3 * u],
        [cx - 0.85 * u, cy - 0.5 * u, 0.5 * u],
        [cx + 0.2 * u, cy - 0.85 * u, 0.5 * u],
        back(7.2, 0.92),
        back(9.5, 0.8),
        back(13, 0.75),
      ],
      [0.5, 0.47, 0.44, 0.41, 0.4, 0.37, 0.34].map((one) => one * u),
    ),
  )
  scene.addSoft(
    lungAir,
    tube(
      [
        add(mix(chest.carina, chest.apex, 0.3), [0.6 * u, 0, -0.5 * u]),
        [cx + 2.7 * u, cy + 1.5 * u, -0.75 * u],
        [cx + 4.2 * u, cy + 1.55 * u, -0.85 * u],
        [cx + 6 * u, cy + 1.4 * u, -0.95 * u],
      ],
      [0.3, 0.33, 0.35, 0.38].map((one) => one * u),
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
  addHeart(scene, build, chest, lungAir)
  addGreatVessels(scene, build, spine, chest, plane)
  addAirways(scene, build, spine, chest)
  addVessels(scene, build, spine, chest, plane)
  return chest
}
