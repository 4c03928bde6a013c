import { spanOf } from './field.ts'
import type { Field } from './field.ts'
import type { Plane } from './plane.ts'
import { quantileOfSorted } from './statistics.ts'

export const regions = { covered: 0, direct: 1, anatomy: 2, metal: 3 } as const

/** Of the brightest signal: above it nothing but air was in the way. */
const directShare = 0.85
/** Air fades by this much towards the anode; the step from pixel to pixel is then a small one. */
const fadedShare = 0.7
const fadingStep = 0.02
/** What is brighter than air is a spark or a hole in a marker: less than this share of the field. */
const leastPeak = 0.01
/** Below this share of the anatomy's middle only metal is in the way. */
const metalShare = 0.02
/** Less than this share of the field is left: then what looked like air was the animal. */
const leastAnatomy = 0.02

export interface Regions {
  /** A region for each pixel of the reduced picture. */
  readonly map: Uint8Array
  readonly fieldPixels: number
  readonly anatomyPixels: number
  /** The middle signal of the anatomy, in counts: what the exposure index is made of. */
  readonly median: number
  /** All but two in a thousand of the anatomy lie between these, in counts. */
  readonly faintest: number
  readonly strongest: number
  /** The signal of air; where there is none, of what lets through most. */
  readonly brightest: number
}

const isAtRim = (map: Uint8Array, at: number, width: number, height: number) => {
  const x = at % width
  return (
    x === 0 ||
    x === width - 1 ||
    at < width ||
    at >= width * (height - 1) ||
    map[at - 1] === regions.covered ||
    map[at + 1] === regions.covered ||
    map[at - width] === regions.covered ||
    map[at + width] === regions.covered
  )
}

/**
 * Air is what is bright and reaches the rim of the field; lungs and gas in the gut do not. From
 * there it goes on as long as it fades slowly: skin is a step.
 */
function floodDirect(map: Uint8Array, plane: Plane, threshold: number): void {
  const { width, height, data } = plane
  const faded = (threshold / directShare) * fadedShare
  const stack: number[] = []
  const visit = (at: number, from: number) => {
    const value = data[at] ?? 0
    if (map[at] !== regions.anatomy || value < faded) return
    if (value < threshold && Math.abs(value - from) > fadingStep * from) return
    map[at] = regions.direct
    stack.push(at)
  }
  for (let at = 0; at < map.length; at += 1)
    if ((data[at] ?? 0) >= threshold && isAtRim(map, at, width, height)) visit(at, data[at] ?? 0)
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const value = data[at] ?? 0
    if (x > 0) visit(at - 1, value)
    if (x < width - 1) visit(at + 1, value)
    if (at >= width) visit(at - width, value)
    if (at < width * (height - 1)) visit(at + width, value)
  }
}

/** The signal of the brightest thing that is larger than a spark: the top peak of the histogram. */
function brightestPeak(sorted: Float32Array): number {
  const window = Math.max(1, Math.ceil(leastPeak * sorted.length))
  // From the top down, the first place where so many pixels lie within 3 % of each other.
  for (let last = sorted.length - 1; last >= window; last -= 1) {
    const [low, high] = [sorted[last - window] ?? 0, sorted[last] ?? 0]
    if (low > 0.97 * high) return high
    if (last < 0.9 * sorted.length) break
  }
  return quantileOfSorted(sorted, 0.998)
}

function signalsOf(map: Uint8Array, data: Float32Array): Float32Array {
  const signals = new Float32Array(map.length)
  let count = 0
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy) {
      signals[count] = data[at] ?? 0
      count += 1
    }
  return signals.subarray(0, count).toSorted()
}

/** What is where in a reduced corrected frame. `field` is in its pixels, `saturation` in counts. */
export function findRegions(plane: Plane, field: Field, saturation: number): Regions {
  const { width, height, data } = plane
  const map = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const { from, to } = spanOf(field, y)
    map.fill(regions.anatomy, y * width + from, y * width + Math.max(from, to))
  }
  const inField = signalsOf(map, data)
  const brightest = brightestPeak(inField)
  const whole = map.slice()
  floodDirect(map, plane, Math.min(directShare * brightest, 0.97 * saturation))
  // Gas that is saturated is no anatomy either, wherever it lies.
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy && (data[at] ?? 0) >= 0.97 * saturation)
      map[at] = regions.direct
  const left = signalsOf(map, data)
  const isAllAir = left.length < leastAnatomy * inField.length
  if (isAllAir) map.set(whole)
  const anatomy = isAllAir ? inField : left
  const limit = metalShare * quantileOfSorted(anatomy, 0.5)
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy && (data[at] ?? 0) < limit) map[at] = regions.metal
  const relevant = signalsOf(map, data)
  return {
    map,
    fieldPixels: inField.length,
    anatomyPixels: relevant.length,
    median: quantileOfSorted(relevant, 0.5),
    faintest: quantileOfSorted(relevant, 0.001),
    strongest: quantileOfSorted(relevant, 0.999),
    brightest,
  }
}
