import { addAbdomen } from './abdomen.ts'
import type { AnimalProportions } from './animal-proportions.ts'
import { add, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addShoulder, createArm } from './shoulder.ts'
import { addPelvis, createThighs } from './pelvis.ts'
import { addRibs, addSternum } from './ribs.ts'
import { tube } from '../scene/scene.ts'
import type { Loft, SceneBuilder } from '../scene/scene.ts'
import { addSkull } from './skull.ts'
import { createSpine } from './spine.ts'
import type { Spine } from './spine.ts'
import { addThorax } from './thorax.ts'
import type { Chest, Projection } from './chest.ts'
import { addVertebra } from './vertebra.ts'

export interface Trunk {
  readonly spine: Spine
  readonly chest: Chest
  readonly shoulder: Vec
  readonly hips: Vec
}

/** Cross-sections of the body: x, back, belly and half width, in u. */
function listSections(build: AnimalProportions): (readonly [number, number, number, number])[] {
  const { chestDepth: d, chestHalfWidth: w, thoracic, lumbar, lumbarLength } = build
  const k = thoracic / 13
  const loin = thoracic + lumbar * lumbarLength
  const tall = build.species === 'Equine' ? 1.6 : build.species === 'Feline' ? 0.82 : 1
  // The skin of the loin is above the spinous processes, which are low in a cat.
  const low = build.species === 'Equine' ? 1.5 : build.species === 'Feline' ? 0.88 : 1.02
  const neck = Math.max(1, tall)
  return [
    [-16, -2.2 * neck, 2.3, 1.9],
    [-10, -2.0 * neck, 2.6, 2.0],
    [-5, -2.2 * neck, 0.52 * d, 2.4],
    [-2, -3.6 * tall, 0.78 * d, 3.0],
    [1 * k, -4.3 * tall, 0.96 * d, w * 0.92],
    [4 * k, -4.0 * tall, 1.1 * d, w * 1.04],
    [7.5 * k, -3.2 * tall, 1.22 * d, w * 1.14],
    [11 * k, -2.55 * low, 1.2 * d, w * 1.17],
    [14 * k, -2.45 * low, 1.14 * d, w * 1.12],
    [thoracic + 5, -2.45 * low, 1.02 * d, w * 1.02],
    [loin - 1, -2.4 * low, 0.84 * d, w * 0.98],
    [loin + 3, -1.6 * low, 0.8 * d, w * 1.02],
    [loin + 5.5, 0.1, 0.82 * d, w * 0.9],
    [loin + 6.8, 1.2, 0.74 * d, w * 0.66],
    [loin + 7.8, 2.6, 3, w * 0.2],
  ]
}

function createSkin(
  build: AnimalProportions,
  spine: Spine,
  plane: Projection,
  under: number,
): Loft {
  const { u } = build
  return {
    kind: 'loft',
    stations: listSections(build).map(([x, back, belly, half]) => {
      const follow = x < build.thoracic + 9 ? 1 : 0.7
      const top = back * u + spine.heightAt(x * u) * follow + under
      const bottom = belly * u - under * 1.3
      const high = (bottom - top) / 2
      const wide = half * u - under
      const at: Vec = [x * u, (top + bottom) / 2, 0]
      return plane === 'side' ? { at, half: high, deep: wide } : { at, half: wide, deep: high }
    }),
  }
}

/** Adds skin, fat, muscle, spine, ribs, sternum, the organs and the skull. */
export function addTrunk(scene: SceneBuilder, build: AnimalProportions, plane: Projection): Trunk {
  const spine = createSpine(build)
  const { u } = build
  for (const vertebra of spine.vertebrae) addVertebra(scene, build, vertebra)
  const chest = addThorax(scene, build, spine, plane)
  addRibs(scene, build, spine, chest)
  addSternum(scene, build, chest)
  const lateral = plane === 'side'
  const arms = ([1, -1] as const).map((side) => addShoulder(scene, build, side, lateral))
  addAbdomen(scene, build, spine, plane)
  const head = addSkull(scene, build, plane, spine.find('C', 1).start)
  const hips = addPelvis(scene, build, spine, plane)
  const createLegs = (under: number) => [
    ...createThighs(build, hips, under, plane),
    ...arms.map((arm) => createArm(build, arm, under * u, lateral)),
  ]
  scene.addFat(1, createSkin(build, spine, plane, 0), head.skin, ...createLegs(0))
  scene.addOrgan(1, createSkin(build, spine, plane, 0.26 * u), head.muscle, ...createLegs(0.24))
  // Soft tissue and hair of the tail, which end behind the last vertebra.
  const caudal = spine.vertebrae.filter(({ region }) => region === 'Cd')
  const tail = caudal.map(({ centre }) => centre)
  const last = caudal.at(-1)
  if (last) tail.push(add(last.centre, multiply(last.axis, last.span)))
  scene.addSoft(
    1,
    tube(
      tail,
      tail.map((_, i) => u * Math.max(0.3, 1 - i * 0.06)),
    ),
  )
  if (lateral) {
    const next = spine.find('T', 9)
    for (let n = 4; n <= 9; n++) scene.landmarks[`t${n}Start`] = spine.find('T', n).start
    scene.landmarks['t4Cranial'] = spine.find('T', 4).start
    scene.landmarks['t8Caudal'] = next.start
    scene.truth['vhs'] = build.vhs
  }
  return { spine, chest, shoulder: arms[0]?.joint ?? [0, 0, 0], hips }
}
