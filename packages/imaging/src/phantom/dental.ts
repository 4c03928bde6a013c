import type { DentalRegion } from '@talus/anatomy'
import type { Build } from './build.ts'
import { lerp } from './geometry.ts'
import type { Vec } from './geometry.ts'
import { between } from './noise.ts'
import type { SceneBuilder } from './scene.ts'
import { toothOf } from './tooth-shapes.ts'
import { horseTooth } from './tooth-shapes.ts'
import type { Place } from './tooth.ts'
import { addTooth } from './tooth.ts'
import { addJaw } from './jaw.ts'

export interface Mouth {
  readonly aim: Vec
}

/** An intra-oral picture: teeth of a region and their neighbours in the bone of the jaw. */
export function addTeeth(
  scene: SceneBuilder,
  build: Build,
  region: DentalRegion,
  panelWidth: number,
  size: number,
): Mouth {
  const { random } = build
  const horse = build.species === 'Equine'
  const upper = region.quadrant.endsWith('U')
  const mirrored = region.quadrant.startsWith('R') && region.kind !== 'Incisors'
  const places = region.teeth.map((tooth) => tooth % 100)
  const first = places[0] ?? 1
  const incisors = region.kind === 'Incisors'
  const shapes = (place: number) => (horse ? horseTooth(place) : toothOf(place, upper))
  // The next teeth on both sides are in the picture too, of incisors those of the other half.
  const shown = incisors
    ? [-3, -2, -1, 1, 2, 3]
    : [first - 1, ...places, (places.at(-1) ?? first) + 1]
  const limit = horse ? 11 : upper ? 10 : 11
  const missing = build.species === 'Feline' ? (upper ? [5, 10, 11] : [5, 6, 10, 11]) : []
  const row = shown.filter(
    (place) => Math.abs(place) >= 1 && place <= limit && !missing.includes(place),
  )
  const total = places.reduce((sum, place) => sum + shapes(place).width + 1, 0) * (incisors ? 2 : 1)
  const cat = build.species === 'Feline' ? 0.62 : 1
  const scale = Math.min(
    size * cat * (horse ? 0.94 : 0.82),
    (panelWidth * (incisors ? 0.8 : 0.86)) / total,
  )
  const up = upper ? -1 : 1
  const sign = mirrored ? -1 : 1
  const at: Place = (x, y) => [sign * x, up * y, 0]
  const gap = (place: number) =>
    (horse ? 0.4 : Math.abs(place) === 4 || Math.abs(place) === 3 ? 2.5 : 1.0) * scale
  let x = 0
  const centres = new Map<number, number>()
  for (const [i, place] of row.entries()) {
    const half = (shapes(Math.abs(place)).width * scale) / 2
    if (i > 0) x += half + gap(place)
    centres.set(place, x)
    x += half
  }
  const own = row.filter((place) => places.includes(Math.abs(place)))
  const middle = own.reduce((sum, place) => sum + (centres.get(place) ?? 0), 0) / (own.length || 1)
  const deep = Math.max(...places.map((place) => shapes(place).root)) * scale
  const high = Math.max(...places.map((place) => shapes(place).crown)) * scale
  addJaw(scene, build, at, {
    from: middle - panelWidth,
    to: middle + panelWidth,
    deep,
    upper,
    scale,
    necks: row.map((place) => centres.get(place) ?? 0),
  })
  const name = (place: number) => {
    const tooth = region.teeth.find((one) => one % 100 === Math.abs(place))
    return tooth !== undefined && place > 0 ? `tooth${tooth}` : `beside${place}`
  }
  for (const place of row) {
    const centre = centres.get(place) ?? 0
    const dip = between(random, -0.4, 0.4) * scale
    const lean = incisors ? centre - middle : 0
    const tilt = between(random, -0.04, 0.04) + lean * 0.004
    const flip = place < 0 ? -1 : 1
    const put: Place = (px, py) => at(centre + flip * px - py * tilt, py + dip)
    addTooth(scene, build, shapes(Math.abs(place)), put, scale, name(place))
  }
  const reach = first === 4 && !horse ? deep * 0.42 : 0
  return { aim: at(middle + reach, lerp(-high, deep, first === 4 ? 0.62 : 0.52)) }
}
