import type { Plane } from './plane.ts'
import { clamp, quantile } from './statistics.ts'

/** The variance of the finest detail of a picture in logarithms, by the logarithm of the signal. */
export interface NoiseModel {
  /** Variance times signal: what one quantum more or less does. */
  readonly factor: number
  readonly lowest: number
  readonly perUnit: number
  readonly variances: Float32Array
}

const entries = 256
const bins = 24
const leastSamples = 60
/** Places along each side at which noise is measured: enough for a variance, and soon done. */
const samplesAlong = 130
const binomial = [1, 4, 6, 4, 1] as const
/** Of values of a normal distribution a quarter lies within this many standard deviations. */
const quarterOfNormal = 0.3186

export interface LogRange {
  readonly lowest: number
  readonly highest: number
}

/** The finest detail at one place: the value less the binomial mean of its 5 x 5 neighbours. */
function detailAt({ data, width }: Plane, at: number): number {
  let sum = 0
  for (let dy = -2; dy <= 2; dy += 1) {
    const row = at + dy * width
    sum +=
      (binomial[dy + 2] ?? 0) *
      ((data[row - 2] ?? 0) +
        (data[row + 2] ?? 0) +
        4 * ((data[row - 1] ?? 0) + (data[row + 1] ?? 0)) +
        6 * (data[row] ?? 0))
  }
  return (data[at] ?? 0) - sum / 256
}

/**
 * Noise of quanta has in logarithms a variance of g / signal. g comes from the picture itself, so
 * that no panel has to be measured for it: of the details at places of like signal the smallest
 * quarter is noise, whatever anatomy the rest is.
 */
function quantaFactor(plane: Plane, { lowest, highest }: LogRange): number {
  const { width, height, data } = plane
  const samples = Array.from({ length: bins }, (): number[] => [])
  const stepX = Math.max(1, Math.floor(width / samplesAlong))
  const stepY = Math.max(1, Math.floor(height / samplesAlong))
  const scale = bins / Math.max(1e-6, highest - lowest)
  for (let y = 2; y < height - 2; y += stepY)
    for (let x = 2; x < width - 2; x += stepX) {
      const at = y * width + x
      const value = data[at] ?? 0
      // What was clipped has no noise of its own.
      if (value <= lowest || value >= highest) continue
      samples[Math.floor((value - lowest) * scale)]?.push(Math.abs(detailAt(plane, at)))
    }
  const factors: number[] = []
  for (const [bin, found] of samples.entries()) {
    if (found.length < leastSamples) continue
    const sigma = quantile(Float32Array.from(found), 0.25) / quarterOfNormal
    // Values fall with the signal here: they are attenuations.
    factors.push(sigma * sigma * Math.exp(-(lowest + (bin + 0.5) / scale)))
  }
  return factors.length > 0 ? quantile(Float32Array.from(factors), 0.35) : 0
}

/**
 * `plane` holds minus the logarithm of counts. `darkNoise` is in counts, already as small as it is
 * at this level of the pyramid.
 */
export function noiseOf(
  plane: Plane,
  range: LogRange,
  darkNoise: number,
  most: number,
): NoiseModel {
  const factor = Math.min(most, quantaFactor(plane, range))
  const span = Math.max(1e-6, range.highest - range.lowest)
  const variances = new Float32Array(entries)
  for (let entry = 0; entry < entries; entry += 1) {
    const perCount = Math.exp(range.lowest + ((entry + 0.5) / entries) * span)
    variances[entry] = factor * perCount + (darkNoise * perCount) ** 2 + 1e-9
  }
  return { factor, lowest: range.lowest, perUnit: entries / span, variances }
}

export const varianceAt = ({ lowest, perUnit, variances }: NoiseModel, value: number) =>
  variances[clamp(Math.floor((value - lowest) * perUnit), 0, entries - 1)] ?? 0
