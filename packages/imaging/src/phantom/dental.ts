import type { DentalRegion } from '@talus/anatomy'
import type { Build } from './build.ts'
import { lerp } from './geometry.ts'
import type { Vec } from './geometry.ts'
import { between } from './noise.ts'
import { plate, tube } from './scene.ts'
import type { Primitive, SceneBuilder } from './scene.ts'

/** One tooth in mm, upright: its neck is the origin, the crown at negative y, roots below. */
interface ToothShape {
  readonly width: number
  readonly crown: number
  readonly root: number
  /** Places of the roots along the tooth, and how far their tips lean. */
  readonly roots: readonly (readonly [at: number, lean: number])[]
  /** How deep the outline falls between cusps. */
  readonly dip?: number
  readonly cusps: readonly (readonly [at: number, height: number])[]
}

const oneRoot = [[0, 0.12]] as const
const twoRoots = [
  [-0.26, -0.1],
  [0.26, 0.12],
] as const

/** By place in the quadrant, of a middle-sized dog; the cat has the same forms, smaller. */
function toothOf(place: number, upper: boolean): ToothShape {
  if (place <= 3)
    return { width: 4.4 + place * 0.7, crown: 6 + place, root: 13 + place, roots: [[0, 0.06 * place]], dip: 0.97, cusps: [[-0.28, 0.9], [0.02, 1], [0.3, 0.88]] }
  if (place === 4) return { width: 10, crown: 17, root: 25, roots: [[0.05, 0.95]], cusps: [[-0.22, 1.0]] }
  if (place === 5) return { width: 5, crown: 4.5, root: 8, roots: oneRoot, cusps: [[0, 1]] }
  const carnassial = place === (upper ? 8 : 9)
  if (carnassial)
    return { width: upper ? 18 : 21, crown: 11, root: 15, roots: upper ? [[-0.36, -0.1], [-0.14, 0.05], [0.3, 0.1]] : [[-0.25, -0.08], [0.26, 0.14]], dip: 0.72, cusps: [[-0.36, 0.62], [-0.2, 0.85], [-0.06, 1], [0.26, 0.74], [0.4, 0.6]] }
  if (place >= 10) return { width: 9.5 - (place - 10) * 3, crown: 5, root: 8, roots: place === 11 ? oneRoot : twoRoots, cusps: [[-0.25, 0.9], [0.25, 0.8]] }
  if (place === 9) return { width: 13, crown: 7, root: 10, roots: twoRoots, cusps: [[-0.25, 1], [0.22, 0.85]] }
  return { width: 8.5 + (place - 6) * 1.3, crown: 6.5 + (place - 6) * 0.7, root: 11 + (place - 6), roots: twoRoots, cusps: [[-0.42, 0.36], [-0.22, 0.66], [-0.04, 1], [0.16, 0.66], [0.42, 0.38]] }
}

/** A horse's teeth are long and keep growing out: most of the crown is still in the jaw. */
const horseTooth = (place: number): ToothShape =>
  place <= 3
    ? { width: 16, crown: 16, root: 42, roots: [[0, 0.14]], cusps: [[-0.4, 0.95], [0.4, 1]] }
    : place === 4
      ? { width: 12, crown: 14, root: 34, roots: [[0, 0.4]], cusps: [[-0.1, 1]] }
      : place === 5
        ? { width: 7, crown: 5, root: 12, roots: oneRoot, cusps: [[0, 1]] }
        : { width: 27, crown: 15, root: 52, roots: [[-0.22, -0.06], [0.22, 0.08]], cusps: [[-0.42, 0.95], [0, 1], [0.42, 0.93]] }

type Place = (x: number, y: number) => Vec

function addTooth(scene: SceneBuilder, build: Build, shape: ToothShape, at: Place, scale: number, name: string): void {
  const { random } = build
  const horse = build.species === 'Equine'
  const { width: w, crown, root } = shape
  const s = scale
  const p = (x: number, y: number) => at(x * s, y * s)
  const top = shape.cusps.flatMap(([x, h], i) => {
    const next = shape.cusps[i + 1]
    const dip = next ? [p(((x + next[0]) / 2) * w, (-crown * (h + next[1])) / 2 * (horse ? 0.97 : shape.dip ?? 0.93))] : []
    return [p(x * w, -crown * h), ...dip]
  })
  const crownOutline = [p(-w * 0.43, 0.2), p(-w * 0.5, -crown * 0.34), ...top, p(w * 0.5, -crown * 0.32), p(w * 0.43, 0.2), p(0, 1.2)]
  const rootRadius = (w * (shape.roots.length === 1 ? 0.41 : shape.roots.length === 2 ? 0.2 : 0.15)) * s
  const long = horse && shape.roots.length > 1 ? 0.72 : 0
  const axis = ([x, lean]: readonly [number, number]) => (t: number): Vec =>
    p(x * w + lean * root * t * t, t * root)
  const roots: Primitive[] = shape.roots.map((one) => {
    const stops = [0, 0.15, 0.35, 0.55, 0.75, 0.9, 1]
    return tube(stops.map(axis(one)), [1.0, 1, 0.9, 0.76, 0.57, 0.36, 0.14].map((k) => k * rootRadius), { deep: 1 })
  })
  const body = plate([p(-w * 0.44, -0.6), p(w * 0.44, -0.6), p(w * 0.42, root * Math.max(0.16, long)), p(0, root * Math.max(0.2, long + 0.05)), p(-w * 0.42, root * Math.max(0.16, long))], w * 0.5 * s, w * 0.22 * s)
  const thick = Math.min(w, horse ? 22 : 8) * 0.62 * s
  // Where a root is there is no bone, nor in the gap of the ligament round it.
  for (const one of shape.roots) {
    const stops = [0.08, 0.3, 0.55, 0.8, 1.0]
    const wide = [1.0, 0.93, 0.78, 0.54, 0.2].map((k) => k * rootRadius)
    const gap = 0.28 * s
    scene.bonelike(-0.34, { parts: [tube(stops.map(axis(one)), wide.map((r) => r + gap), { deep: 0.9 })] })
    // The wall of the socket shows as a fine line on both sides and round the tip.
    for (const edge of [-1, 1]) {
      const line = stops.map((t, i) => {
        const centre = axis(one)(t)
        const r = (wide[i] ?? 0) + gap * 1.5
        return [centre[0] + edge * r * (i === 4 ? 0.7 : 1), centre[1] + (i === 4 ? Math.sign(p(0, 1)[1] - p(0, 0)[1]) * gap : 0), 0] as const
      })
      scene.bonelike(0.3, { parts: [tube(line, line.map(() => 0.13 * s), { deep: horse ? 6 : 7 })] })
    }
  }
  scene.bonelike(0.82, { parts: [...roots, body, plate(crownOutline, thick, w * 0.3 * s)] })
  // Enamel is the densest there is: a shell of the crown.
  scene.bonelike(1.25, { cortex: 0.55 * s, spongy: 0, parts: [plate(crownOutline, thick, w * 0.26 * s)] })
  if (horse && shape.roots.length > 1)
    for (const x of [-0.3, -0.08, 0.12, 0.34])
      scene.bonelike(0.5, { parts: [tube([p(x * w, -crown * 0.8), p((x + 0.02) * w, root * 0.3), p((x + 0.01) * w, root * 0.7)], [0.8, 0.9, 0.4].map((r) => r * s), { deep: 4 })] })
  const pulp = between(random, 0.2, 0.3)
  const chamber = p(0, -crown * (horse ? -0.4 : 0.12))
  scene.bonelike(-0.8, {
    parts: shape.roots.map((one) => tube([chamber, axis(one)(0.12), axis(one)(0.45), axis(one)(0.75), axis(one)(0.94)], [pulp * 1.1, pulp, pulp * 0.75, pulp * 0.5, pulp * 0.22].map((k) => k * rootRadius * (shape.roots.length === 1 ? 0.75 : 1)))),
  })
  scene.landmarks[`${name}Apex`] = axis(shape.roots[0] ?? [0, 0])(1)
  scene.landmarks[`${name}Crown`] = p((shape.cusps[0]?.[0] ?? 0) * w, -crown * (shape.cusps[0]?.[1] ?? 1))
}

export interface Mouth {
  readonly aim: Vec
}

/** An intra-oral picture: teeth of a region and their neighbours in the bone of the jaw. */
export function addTeeth(scene: SceneBuilder, build: Build, region: DentalRegion, panelWidth: number, size: number): Mouth {
  const { random } = build
  const horse = build.species === 'Equine'
  const upper = region.quadrant.endsWith('U')
  const mirrored = region.quadrant.startsWith('R') && region.kind !== 'Incisors'
  const places = region.teeth.map((tooth) => tooth % 100)
  const first = places[0] ?? 1
  const incisors = region.kind === 'Incisors'
  const shapes = (place: number) => (horse ? horseTooth(place) : toothOf(place, upper))
  // The next teeth on both sides are in the picture too, of incisors those of the other half.
  const shown = incisors ? [-3, -2, -1, 1, 2, 3] : [first - 1, ...places, (places.at(-1) ?? first) + 1]
  const limit = horse ? 11 : upper ? 10 : 11
  const missing = build.species === 'Feline' ? (upper ? [5, 10, 11] : [5, 6, 10, 11]) : []
  const row = shown.filter((place) => Math.abs(place) >= 1 && place <= limit && !missing.includes(place))
  const total = places.reduce((sum, place) => sum + shapes(place).width + 1, 0) * (incisors ? 2 : 1)
  const cat = build.species === 'Feline' ? 0.62 : 1
  const scale = Math.min(size * cat * (horse ? 0.94 : 0.82), (panelWidth * (incisors ? 0.8 : 0.86)) / total)
  const up = upper ? -1 : 1
  const sign = mirrored ? -1 : 1
  const at: Place = (x, y) => [sign * x, up * y, 0]
  const gap = (place: number) => (horse ? 0.4 : Math.abs(place) === 4 || Math.abs(place) === 3 ? 2.5 : 1.0) * scale
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
  addJaw(scene, build, at, { from: middle - panelWidth, to: middle + panelWidth, deep, upper, scale, necks: row.map((place) => centres.get(place) ?? 0) })
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

interface Jaw {
  readonly from: number
  readonly to: number
  readonly deep: number
  readonly upper: boolean
  readonly scale: number
  readonly necks: readonly number[]
}

function addJaw(scene: SceneBuilder, build: Build, at: Place, { from, to, deep, upper, scale, necks }: Jaw): void {
  const { random } = build
  const horse = build.species === 'Equine'
  const thick = (horse ? 24 : 8) * scale
  const edge = necks.flatMap((neck, i) => {
    const next = necks[i + 1]
    const between2 = next === undefined ? [] : [at((neck + next) / 2, between(random, 0.4, 1.2) * scale)]
    return [at(neck, 1.9 * scale), ...between2]
  })
  const floor = deep * (upper ? 2.6 : 1.42)
  const outline = [at(from, 1.5 * scale), ...edge, at(to, 1.5 * scale), at(to, floor), at((from + to) / 2, floor * 1.04), at(from, floor)]
  scene.bonelike(0.8, { cortex: 0.4 * scale, spongy: 0.24, parts: [plate(outline, thick, 3.5 * scale)] })
  const line = (y: number, weight: number, r: number, bend: number) =>
    scene.bonelike(weight, {
      parts: [tube([at(from, y), at(lerp(from, to, 0.35), y + bend), at(lerp(from, to, 0.65), y - bend * 0.4), at(to, y + bend)], [r, r * 1.15, r, r * 1.1].map((k) => k * scale), { deep: 1.4 })],
    })
  if (upper) {
    // Floor of the nose, and the cavity above it.
    line(deep * 1.12, 0.9, 0.45, 0.8 * scale)
    scene.bonelike(-0.14, { parts: [plate([at(from, deep * 1.16), at(to, deep * 1.1), at(to, floor), at(from, floor)], thick, 1)] })
    for (let i = 0; i < 14; i++) {
      const y = deep * between(random, 1.2, 2)
      const start = between(random, from, to)
      scene.bonelike(0.5, { parts: [tube([at(start, y), at(start + 3 * scale, y + between(random, -1, 1) * scale), at(start + 7 * scale, y + between(random, -1.5, 1.5) * scale)], [0.12, 0.2, 0.1].map((r) => r * scale), { deep: 3 })] })
    }
  } else {
    // The canal of the mandible, with its own walls, and the thick lower edge.
    line(deep * 1.16, -0.24, 1.5, 0.6 * scale)
    line(deep * 1.16 - 1.6 * scale, 0.3, 0.22, 0.6 * scale)
    line(deep * 1.16 + 1.6 * scale, 0.3, 0.22, 0.6 * scale)
    line(floor - 1 * scale, 0.5, 1.3, 0.4 * scale)
  }
  const gum = [at(from, -1.4 * scale), ...necks.map((neck) => at(neck, -0.8 * scale)), at(to, -1.4 * scale), at(to, floor * 1.2), at(from, floor * 1.2)]
  scene.soft(1, plate(gum, thick * 1.7, 4 * scale))
  scene.soft(1, plate([at(from, -60 * scale), at(to, -60 * scale), at(to, floor * 2), at(from, floor * 2)], 3.5 * scale, 1))
}
