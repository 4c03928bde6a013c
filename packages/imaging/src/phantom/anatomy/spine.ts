import type { AnimalProportions } from './animal-proportions.ts'
import {
  add,
  interpolate,
  smoothPath,
  multiply,
  normalize,
  subtract,
  lerp,
} from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'

export type SpineRegion = 'C' | 'T' | 'L' | 'S' | 'Cd'

/** Coordinates: x caudal, y ventral, z to the left of the animal; T1 begins at the origin. */
export interface Vertebra {
  readonly region: SpineRegion
  readonly n: number
  /** Centre of the vertebral body. */
  readonly centre: Vec
  /** Direction along the spine, caudally. */
  readonly axis: Vec
  readonly dorsal: Vec
  /** Length including the following disc. */
  readonly span: number
  /** Cranial end of the vertebral body, at the middle of its height. */
  readonly start: Vec
}

interface Part {
  readonly region: SpineRegion
  readonly n: number
  readonly span: number
}

function listParts(build: AnimalProportions): { before: Part[]; after: Part[] } {
  const { u, thoracic, lumbar, sacral, caudal } = build
  const before: Part[] = []
  for (let n = 7; n >= 1; n--) {
    const long = n === 2 ? 1.5 : n === 1 ? 0.75 : lerp(1.08, 0.92, (n - 3) / 4)
    before.push({ region: 'C', n, span: u * build.cervicalLength * long })
  }
  const after: Part[] = []
  for (let n = 1; n <= thoracic; n++)
    after.push({ region: 'T', n, span: u * lerp(0.94, 1.14, (n - 1) / (thoracic - 1)) })
  // The mean of T4 to T8 is the unit, by definition.
  const five = after.slice(3, 8).reduce((sum, part) => sum + part.span, 0)
  const scaled = after.map((part) => ({ ...part, span: (part.span * 5 * u) / five }))
  for (let n = 1; n <= lumbar; n++) {
    const swell = n === lumbar ? 0.84 : 0.96 + 0.07 * Math.sin((n / lumbar) * Math.PI)
    scaled.push({ region: 'L', n, span: u * build.lumbarLength * swell })
  }
  for (let n = 1; n <= sacral; n++)
    scaled.push({ region: 'S', n, span: u * build.lumbarLength * lerp(0.72, 0.55, n / sacral) })
  for (let n = 1; n <= caudal; n++) {
    const swell = interpolate(
      [
        [1, 0.55],
        [5, 0.68],
        [8, 0.82],
        [20, 0.5],
      ],
      n,
    )
    scaled.push({ region: 'Cd', n, span: u * build.lumbarLength * swell })
  }
  return { before, after: scaled }
}

/** Height of the spine by distance from T1, in u: neck, withers, back, croup. */
function createHeightCurve(build: AnimalProportions): [number, number][] {
  const { random } = build
  const neck = randomBetween(random, -0.4, 0.5)
  const back = randomBetween(random, -0.3, 0.3)
  const end = build.thoracic + build.lumbar * build.lumbarLength
  return [
    [-12, -0.9 + neck * 3],
    [-6, -0.1 + neck * 1.6],
    [-2.5, 0.55 + neck * 0.4],
    [0, 0.55],
    [3, 0.2],
    [6, -0.05],
    [10, -0.3 + back],
    [14, -0.35 + back * 1.4],
    [end, 0.05 + back],
    [end + 2.5, 0.5 + back],
    [end + 6, 1.4],
    [end + 14, 3.4],
    [end + 24, 5],
  ]
}

export interface Spine {
  readonly vertebrae: readonly Vertebra[]
  readonly find: (region: SpineRegion, n: number) => Vertebra
  /** Height of the spine at a distance from T1, in mm. */
  readonly heightAt: (x: number) => number
}

export function createSpine(build: AnimalProportions): Spine {
  const { u } = build
  const curve = smoothPath(
    createHeightCurve(build).map(([x, y]): Vec => [x * u, y * u, 0]),
    16,
  ).map((point): [number, number] => [point[0], point[1]])
  const heightAt = (x: number) => interpolate(curve, x)
  const at = (x: number): Vec => [x, heightAt(x), 0]
  const { before, after } = listParts(build)
  const vertebrae: Vertebra[] = []
  /** Steps along the curve, so that lengths are correct even if the spine is inclined. */
  const step = (x: number, distance: number): number => {
    const slope = (heightAt(x + distance) - heightAt(x)) / distance
    return x + distance / Math.sqrt(1 + slope * slope)
  }
  const addVertebra = (part: Part, from: number, to: number) => {
    const [start, end] = [at(Math.min(from, to)), at(Math.max(from, to))]
    const axis = normalize(subtract(end, start))
    const body = add(start, multiply(axis, part.span * 0.46))
    vertebrae.push({ ...part, centre: body, axis, dorsal: [axis[1], -axis[0], 0], start })
  }
  let x = 0
  for (const part of before) {
    const next = step(x, -part.span)
    addVertebra(part, x, next)
    x = next
  }
  vertebrae.reverse()
  x = 0
  for (const part of after) {
    const next = step(x, part.span)
    addVertebra(part, x, next)
    x = next
  }
  const find = (region: SpineRegion, n: number): Vertebra => {
    const found = vertebrae.find((one) => one.region === region && one.n === n)
    if (!found) throw new Error(`no vertebra ${region}${n}`)
    return found
  }
  return { vertebrae, find, heightAt }
}
