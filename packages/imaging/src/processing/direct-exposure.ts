import { spanOf } from './field.ts'
import type { Field } from './field.ts'
import type { Plane } from './plane.ts'
import { quantileOfSorted } from './statistics.ts'

export const regions = { covered: 0, direct: 1, anatomy: 2, metal: 3 } as const

/** Of the brightest signal: above it nothing but air was in the way. */
const directShare = 0.85
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

/** Air is what is bright and reaches the rim of the field; lungs and gas in the gut do not. */
function floodDirect(map: Uint8Array, plane: Plane, threshold: number): void {
  const { width, height, data } = plane
  const isAir = (at: number) => map[at] === regions.anatomy && (data[at] ?? 0) >= threshold
  const isRim = (at: number) => {
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
  const stack: number[] = []
  for (let at = 0; at < map.length; at += 1) if (isAir(at) && isRim(at)) stack.push(at)
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (!isAir(at)) continue
    map[at] = regions.direct
    const x = at % width
    if (x > 0) stack.push(at - 1)
    if (x < width - 1) stack.push(at + 1)
    if (at >= width) stack.push(at - width)
    if (at < width * (height - 1)) stack.push(at + width)
  }
}

function signalsOf(map: Uint8Array, data: Float32Array): Float32Array {
  const signals = new Float32Array(map.length)
  let count = 0
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy) {
      signals[count] = data[at] ?? 0
      count += 1
    }
  return signals.subarray(0, count).sort()
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
  const brightest = quantileOfSorted(inField, 0.998)
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
