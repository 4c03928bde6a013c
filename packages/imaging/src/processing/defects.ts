import type { DefectMap } from './raw-frame.ts'
import { quantile } from './statistics.ts'

interface DetectorMeasurements {
  readonly width: number
  readonly height: number
  /** The mean flat field without offset. */
  readonly flat: Float32Array
  /** The standard deviation of each pixel in the dark frames; undefined if not measured. */
  readonly noise: Float32Array | undefined
}

const flatSigmas = 6
const noiseSigmas = 5
/** A line counts as defective if this share of its pixels is. */
const badLineShare = 0.3
/** Half of a normal distribution lies within this many standard deviations. */
const medianOfNormal = 0.6745

function readNeighbourhood(
  values: Float32Array,
  { width, height }: DetectorMeasurements,
  at: number,
  target: Float32Array,
): Float32Array {
  const [x, y] = [at % width, Math.floor(at / width)]
  let count = 0
  for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1)
    for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1) {
      target[count] = values[row * width + column] ?? 0
      count += 1
    }
  return target.subarray(0, count)
}

/** The deviation from the median of its neighbours, in counts, above which a pixel is bad. */
function computeTolerance(measurements: DetectorMeasurements, buffer: Float32Array): number {
  const { flat } = measurements
  const step = Math.max(1, Math.floor(flat.length / 20_011))
  const residuals = new Float32Array(Math.ceil(flat.length / step))
  for (let sample = 0; sample < residuals.length; sample += 1) {
    const at = sample * step
    const median = quantile(readNeighbourhood(flat, measurements, at, buffer), 0.5)
    residuals[sample] = Math.abs((flat[at] ?? 0) - median)
  }
  const sigma = quantile(residuals, 0.5) / medianOfNormal
  // An ideal flat field has no spread, so a minimum tolerance is needed.
  const typical = quantile(flat.slice(0, Math.min(flat.length, 4096)), 0.5)
  return Math.max(flatSigmas * sigma, 0.05 * Math.abs(typical), 1)
}

function markFlatFieldDefects(measurements: DetectorMeasurements, isBad: Uint8Array): void {
  const { flat, width, height } = measurements
  const buffer = new Float32Array(25)
  const limit = computeTolerance(measurements, buffer)
  // Sorting 25 values for each of millions of pixels takes seconds. The mean of the four pixels at
  // distance two is checked first: a bad pixel among them shifts it only by a quarter.
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - 2) * width, Math.min(height - 1, y + 2) * width]
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const value = flat[at] ?? 0
      const around =
        ((flat[above + x] ?? 0) +
          (flat[below + x] ?? 0) +
          (flat[at - Math.min(2, x)] ?? 0) +
          (flat[at + Math.min(2, width - 1 - x)] ?? 0)) /
        4
      if (Math.abs(value - around) < limit / 2) continue
      const median = quantile(readNeighbourhood(flat, measurements, at, buffer), 0.5)
      if (Math.abs(value - median) > limit) isBad[at] = 1
    }
  }
}

function markNoisyPixels(noise: Float32Array, isBad: Uint8Array): void {
  const step = Math.max(1, Math.floor(noise.length / 20_011))
  const samples = new Float32Array(Math.ceil(noise.length / step))
  for (let sample = 0; sample < samples.length; sample += 1)
    samples[sample] = noise[sample * step] ?? 0
  const median = quantile(samples, 0.5)
  const spread = samples.map((value) => Math.abs(value - median))
  const limit =
    median + noiseSigmas * Math.max(quantile(spread, 0.5) / medianOfNormal, 0.2 * median, 0.2)
  for (let at = 0; at < noise.length; at += 1) if ((noise[at] ?? 0) > limit) isBad[at] = 1
}

/** Finds the defective pixels and lines from the calibration frames. */
export function findDefects(measurements: DetectorMeasurements): DefectMap {
  const { width, height, noise } = measurements
  const isBad = new Uint8Array(width * height)
  markFlatFieldDefects(measurements, isBad)
  if (noise) markNoisyPixels(noise, isBad)
  const [inRow, inColumn] = [new Uint32Array(height), new Uint32Array(width)]
  for (let at = 0; at < isBad.length; at += 1) {
    if (isBad[at] !== 1) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    inRow[y] = (inRow[y] ?? 0) + 1
    inColumn[x] = (inColumn[x] ?? 0) + 1
  }
  const findBadLines = (counts: Uint32Array, length: number) =>
    counts.length < 5 || length < 5
      ? []
      : [...counts.keys()].filter((line) => (counts[line] ?? 0) > badLineShare * length)
  const [rows, columns] = [findBadLines(inRow, width), findBadLines(inColumn, height)]
  const [isRow, isColumn] = [new Set(rows), new Set(columns)]
  const pixels: number[] = []
  for (let at = 0; at < isBad.length; at += 1)
    if (isBad[at] === 1 && !isRow.has(Math.floor(at / width)) && !isColumn.has(at % width))
      pixels.push(at)
  return { pixels: Uint32Array.from(pixels), rows, columns }
}
