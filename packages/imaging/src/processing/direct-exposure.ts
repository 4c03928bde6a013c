import { getRowSpan } from './field.ts'
import type { ExposedField } from './field.ts'
import type { Plane } from './plane.ts'
import { measureRelevantSignal } from './relevant-signal.ts'
import type { RegionSignals, RelevantSignal } from './relevant-signal.ts'
import { quantileOfSorted } from './statistics.ts'

export const regions = { covered: 0, direct: 1, anatomy: 2, metal: 3 } as const

/** Signal above this share of the brightest signal is direct exposure. */
const directShare = 0.85
/**
 * Direct exposure fades to this share towards the anode (heel effect), in small steps between
 * pixels.
 */
const fadedShare = 0.7
const fadingStep = 0.02
/**
 * Pixels brighter than air, such as outliers or holes in a marker, are less than this share of the
 * field.
 */
const minPeak = 0.01
/** Signal below this share of the median of the anatomy is metal. */
const metalShare = 0.02
/** If less than this share of the field remains as anatomy, the supposed air was the animal. */
const minAnatomy = 0.02

export interface Regions {
  /** The region of each pixel of the downsampled image. */
  readonly map: Uint8Array
  readonly fieldPixels: number
  readonly anatomyPixels: number
  /** The median signal of the anatomy below saturation, in counts. */
  readonly median: number
  /** The signal that the exposure index is computed from. */
  readonly relevant: RelevantSignal
  /** The 0.1 % and 99.9 % quantiles of the anatomy, in counts. */
  readonly faintest: number
  readonly strongest: number
  /** The signal of air; without air in the field, that of the most transparent part. */
  readonly brightest: number
}

/** The saturation of a detector in counts, and the saturated share of each downsampled pixel. */
export interface Saturation {
  readonly count: number
  readonly shares: Plane
}

const isAtFieldEdge = (map: Uint8Array, at: number, width: number, height: number) => {
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
 * Flood fill: direct exposure is bright and connected to the edge of the field; lungs and gas in
 * the gut are not. It continues as long as the signal fades slowly; skin is a step. /
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
    if ((data[at] ?? 0) >= threshold && isAtFieldEdge(map, at, width, height))
      visit(at, data[at] ?? 0)
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const value = data[at] ?? 0
    if (x > 0) visit(at - 1, value)
    if (x < width - 1) visit(at + 1, value)
    if (at >= width) visit(at - width, value)
    if (at < width * (height - 1)) visit(at + width, value)
  }
}

/** If this share of the direct exposure is saturated, the rest of it is skin. */
const clippedShare = 0.8
/** Air towards the anode, which is not saturated yet, has at least this share of the saturation. */
const fadedAir = 0.9

/**
 * Pixels that are slightly darker than air are air at less dose; beside saturated air, which would
 * be much brighter, they are the thin anatomy at the skin.
 */
function restoreSkin(map: Uint8Array, data: Float32Array, { count, shares }: Saturation): void {
  let [direct, clipped] = [0, 0]
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.direct) {
      direct += 1
      clipped += shares.data[at] ?? 0
    }
  if (clipped < clippedShare * direct) return
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.direct && (data[at] ?? 0) < fadedAir * count) map[at] = regions.anatomy
}

/** The signal of the top peak of the histogram, without outliers. */
function findBrightestPeak(sorted: Float32Array): number {
  const window = Math.max(1, Math.ceil(minPeak * sorted.length))
  // From the top down, the first position at which so many pixels are within 3 % of each other.
  for (let last = sorted.length - 1; last >= window; last -= 1) {
    const [low, high] = [sorted[last - window] ?? 0, sorted[last] ?? 0]
    if (low > 0.97 * high) return high
    if (last < 0.9 * sorted.length) break
  }
  return quantileOfSorted(sorted, 0.998)
}

function sortSignals(map: Uint8Array, data: Float32Array, region: number = regions.anatomy) {
  const signals = new Float32Array(map.length)
  let count = 0
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === region) {
      signals[count] = data[at] ?? 0
      count += 1
    }
  return signals.subarray(0, count).toSorted()
}

function collectSignals(
  map: Uint8Array,
  data: Float32Array,
  { count, shares }: Saturation,
  region: number,
): RegionSignals {
  // The gain map raises some pixels above the saturation, to which they would fall at more dose.
  const sorted = sortSignals(map, data, region).map((signal) => Math.min(signal, count))
  let saturated = 0
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === region) saturated += shares.data[at] ?? 0
  return { sorted, saturated }
}

/** Classifies the pixels of a downsampled corrected frame. `field` is in its pixels. */
export function findRegions(plane: Plane, field: ExposedField, saturation: Saturation): Regions {
  const { width, height, data } = plane
  const map = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const { from, to } = getRowSpan(field, y)
    map.fill(regions.anatomy, y * width + from, y * width + Math.max(from, to))
  }
  const inField = sortSignals(map, data)
  const brightest = findBrightestPeak(inField)
  const whole = map.slice()
  floodDirect(map, plane, Math.min(directShare * brightest, 0.97 * saturation.count))
  // For the exposure, saturated pixels inside the body are anatomy: lung or gut that was clipped.
  const exposed = map.slice()
  restoreSkin(exposed, data, saturation)
  // For the contrast, saturated gas is air, even inside the body.
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy && (data[at] ?? 0) >= 0.97 * saturation.count)
      map[at] = regions.direct
  const remaining = sortSignals(map, data)
  const isAllAir = remaining.length < minAnatomy * inField.length
  if (isAllAir) {
    map.set(whole)
    exposed.set(whole)
  }
  const anatomy = isAllAir ? inField : remaining
  const limit = metalShare * quantileOfSorted(anatomy, 0.5)
  for (let at = 0; at < map.length; at += 1)
    if (map[at] === regions.anatomy && (data[at] ?? 0) < limit)
      map[at] = exposed[at] = regions.metal
  const shown = sortSignals(map, data)
  const collect = (region: number) => collectSignals(exposed, data, saturation, region)
  return {
    map,
    fieldPixels: inField.length,
    anatomyPixels: shown.length,
    median: quantileOfSorted(shown, 0.5),
    relevant: measureRelevantSignal(
      { anatomy: collect(regions.anatomy), direct: collect(regions.direct) },
      saturation.count,
    ),
    faintest: quantileOfSorted(shown, 0.001),
    strongest: quantileOfSorted(shown, 0.999),
    brightest,
  }
}
