import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import { createSleeve } from './limb-front.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { Leg } from './horse-bones.ts'
import { addCannon } from './horse-bones.ts'
import { addCarpus } from './horse-bones.ts'
import { addTarsus } from './horse-bones.ts'
import { addStifleFront } from './horse-bones.ts'
import { addDigit } from './horse-digit.ts'

export type HorseJoint = 'foot' | 'fetlock' | 'cannon' | 'carpus' | 'tarsus' | 'stifle'

/** Adds a part of a horse's leg; returns the target of the beam and the size of the field. */
export function addHorseLimb(
  scene: SceneBuilder,
  build: AnimalProportions,
  joint: HorseJoint,
  hind: boolean,
  fromSide: boolean,
): { aim: Vec; size: number } {
  const k = build.u / 46
  const leg: Leg = {
    scene,
    at: (x, y, z = 0) => [x * k, y * k, z * k],
    r: (mm) => mm * k,
    fromSide,
  }
  const { at, r } = leg
  if (joint === 'stifle') {
    addStifleFront(leg)
    const thick: [Vec, number, number][] = [
      [at(0, -330), r(190), r(120)],
      [at(10, -120), r(150), r(100)],
      [at(10, 0), r(120), r(90)],
      [at(20, 150), r(110), r(80)],
      [at(10, 340), r(80), r(60)],
    ]
    scene.addSoft(1, createSleeve(thick))
    return { aim: at(0, -20), size: r(330) }
  }
  addCannon(leg, hind)
  const digit = addDigit(leg)
  const top = hind ? -267 : -227
  if (hind) addTarsus(leg, top)
  else addCarpus(leg, top)
  const sheath: [Vec, number, number][] = hind
    ? [
        [at(-20, top - 300), r(95), r(70)],
        [at(14, top - 140), r(66), r(46)],
        [at(16, top - 60), r(62), r(50)],
        [at(10, top - 10), r(52), r(44)],
        [at(14, -150), r(40), r(31)],
        [at(14, -40), r(42), r(34)],
        [at(12, 0), r(46), r(38)],
        [at(6, 34), r(26), r(24)],
        [at(4, 48), r(3), r(8)],
      ]
    : [
        [at(4, top - 300), r(75), r(60)],
        [at(4, top - 120), r(54), r(46)],
        [at(8, top - 40), r(56), r(52)],
        [at(10, top + 10), r(48), r(42)],
        [at(14, -120), r(38), r(30)],
        [at(14, -40), r(42), r(34)],
        [at(12, 0), r(46), r(38)],
        [at(6, 34), r(26), r(24)],
        [at(4, 48), r(3), r(8)],
      ]
  const rows = fromSide
    ? sheath
    : sheath.map(([where, half, deep]): [Vec, number, number] => [where, deep, half])
  scene.addFat(0.15, createSleeve(rows), digit)
  scene.addSoft(0.85, createSleeve(rows), digit)
  const aims: Record<Exclude<HorseJoint, 'stifle'>, [Vec, number]> = {
    foot: [at(-55, 120), 190],
    fetlock: [at(0, 8), 220],
    cannon: [at(8, top / 2), 300],
    carpus: [at(4, top - 30), 230],
    tarsus: [at(8, top - 55), 260],
  }
  const [aim, size] = aims[joint]
  return { aim, size: r(size) }
}
