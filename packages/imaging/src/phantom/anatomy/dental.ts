import type { DentalRegion } from '@talus/anatomy'
import type { AnimalProportions } from './animal-proportions.ts'
import { lerp } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import { getToothShape } from './tooth-shapes.ts'
import { getHorseToothShape } from './tooth-shapes.ts'
import type { PointMapper } from './tooth.ts'
import { addTooth } from './tooth.ts'
import { addJaw } from './jaw.ts'

export interface Mouth {
  readonly aim: Vec
}

/** Adds the teeth of a region and their neighbours in the jaw, for an intra-oral image. */
export function addTeeth(
  scene: SceneBuilder,
  build: AnimalProportions,
  region: DentalRegion,
  panelWidth: number,
  size: number,
): Mouth {
  const { random } = build
  const horse = build.species === 'Equine'
  const upper = region.quadrant.endsWith('U')
  const mirrored = region.quadrant.startsWith('R') && region.kind !== 'Incisors'
  const positions = region.teeth.map((tooth) => tooth % 100)
  const first = positions[0] ?? 1
  const incisors = region.kind === 'Incisors'
  const getShape = (position: number) =>
    horse ? getHorseToothShape(position) : getToothShape(position, upper)
  // The image includes the next teeth on both sides, or the incisors of the other half.
  const shown = incisors
    ? [-3, -2, -1, 1, 2, 3]
    : [first - 1, ...positions, (positions.at(-1) ?? first) + 1]
  const limit = horse ? 11 : upper ? 10 : 11
  const missing = build.species === 'Feline' ? (upper ? [5, 10, 11] : [5, 6, 10, 11]) : []
  const row = shown.filter(
    (position) => Math.abs(position) >= 1 && position <= limit && !missing.includes(position),
  )
  const total =
    positions.reduce((sum, position) => sum + getShape(position).width + 1, 0) * (incisors ? 2 : 1)
  const cat = build.species === 'Feline' ? 0.62 : 1
  const scale = Math.min(
    size * cat * (horse ? 0.94 : 0.82),
    (panelWidth * (incisors ? 0.8 : 0.86)) / total,
  )
  const up = upper ? -1 : 1
  const sign = mirrored ? -1 : 1
  const at: PointMapper = (x, y) => [sign * x, up * y, 0]
  const getGap = (position: number) =>
    (horse ? 0.4 : Math.abs(position) === 4 || Math.abs(position) === 3 ? 2.5 : 1.0) * scale
  let x = 0
  const centres = new Map<number, number>()
  for (const [i, position] of row.entries()) {
    const half = (getShape(Math.abs(position)).width * scale) / 2
    if (i > 0) x += half + getGap(position)
    centres.set(position, x)
    x += half
  }
  const own = row.filter((position) => positions.includes(Math.abs(position)))
  const middle =
    own.reduce((sum, position) => sum + (centres.get(position) ?? 0), 0) / (own.length || 1)
  const deep = Math.max(...positions.map((position) => getShape(position).root)) * scale
  const high = Math.max(...positions.map((position) => getShape(position).crown)) * scale
  addJaw(scene, build, at, {
    from: middle - panelWidth,
    to: middle + panelWidth,
    deep,
    upper,
    scale,
    necks: row.map((position) => centres.get(position) ?? 0),
  })
  const getName = (position: number) => {
    const tooth = region.teeth.find((one) => one % 100 === Math.abs(position))
    return tooth !== undefined && position > 0 ? `tooth${tooth}` : `beside${position}`
  }
  for (const position of row) {
    const centre = centres.get(position) ?? 0
    const dip = randomBetween(random, -0.4, 0.4) * scale
    const lean = incisors ? centre - middle : 0
    const tilt = randomBetween(random, -0.04, 0.04) + lean * 0.004
    const flip = position < 0 ? -1 : 1
    const put: PointMapper = (px, py) => at(centre + flip * px - py * tilt, py + dip)
    addTooth(scene, build, getShape(Math.abs(position)), put, scale, getName(position))
  }
  const reach = first === 4 && !horse ? deep * 0.42 : 0
  return { aim: at(middle + reach, lerp(-high, deep, first === 4 ? 0.62 : 0.52)) }
}
