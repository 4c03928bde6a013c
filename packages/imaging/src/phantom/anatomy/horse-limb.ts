import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import type { SceneBuilder, Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { addCannon, addStifleFront } from './horse-bones.ts'
import type { Leg } from './horse-bones.ts'
import { addCarpus } from './horse-carpus.ts'
import { addDigit } from './horse-digit.ts'
import { addTarsus } from './horse-tarsus.ts'

export type HorseJoint = 'foot' | 'fetlock' | 'cannon' | 'carpus' | 'tarsus' | 'stifle'

/** x, y, and half widths from front to back and from side to side, in mm. */
type FleshStop = readonly [x: number, y: number, half: number, deep: number]

const createFlesh = ({ at, r }: Leg, stops: readonly FleshStop[]): Surface =>
  sweep(
    stops.map(([x, y, half, deep]): Section => ({
      at: at(x, y),
      wide: r(deep),
      thick: r(half),
    })),
    { segments: 32 },
  )

const pastern: readonly FleshStop[] = [
  [14, -120, 38, 30],
  [14, -40, 42, 34],
  [12, -5, 47, 39],
  [-4, 30, 40, 36],
  [-26, 66, 35, 33],
  [-42, 92, 36, 35],
]

/** Adds a part of a horse's leg; returns the target of the beam and the size of the field. */
export function addHorseLimb(
  scene: SceneBuilder,
  build: AnimalProportions,
  joint: HorseJoint,
  hind: boolean,
): { aim: Vec; size: number } {
  const k = build.u / 46
  const leg: Leg = {
    scene,
    at: (x, y, z = 0) => [x * k, y * k, z * k],
    r: (mm) => mm * k,
  }
  const { at, r } = leg
  if (joint === 'stifle') {
    addStifleFront(leg)
    scene.addSoft(
      1,
      createFlesh(leg, [
        [0, -330, 120, 190],
        [10, -120, 100, 150],
        [10, 0, 90, 120],
        [20, 150, 80, 110],
        [10, 340, 60, 80],
      ]),
    )
    return { aim: at(0, -20), size: r(330) }
  }
  addCannon(leg, hind)
  const hoof = addDigit(leg)
  const top = hind ? -267 : -227
  if (hind) addTarsus(leg, top)
  else addCarpus(leg, top)
  const upper: FleshStop[] = hind
    ? [
        [-20, top - 300, 95, 70],
        [10, top - 140, 68, 48],
        [18, top - 60, 62, 50],
        [10, top - 10, 52, 44],
      ]
    : [
        [4, top - 300, 75, 66],
        [4, top - 120, 54, 53],
        [10, top - 45, 56, 57],
        [10, top + 10, 48, 47],
      ]
  const flesh = createFlesh(leg, [...upper, ...pastern])
  // Lengths are added up: in a skyline view a ray crosses the foot and, far above it, the leg.
  const parts = [flesh, hoof]
  scene.bodies.push(
    { tissue: 'fat', weight: 0.15, summed: true, parts },
    { tissue: 'soft', weight: 0.9, summed: true, parts },
  )
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
