import type { Plane } from './plane.ts'
import { clamp, quantile } from './statistics.ts'

/** The noise variance of the finest detail of a log image, by the log signal. */
export interface NoiseModel {
  /** Variance times signal: the effect of a single quantum. */
  readonly factor: number
  readonly lowest: number
  readonly perUnit: number
  readonly variances: Float32Array
}

const entries = 256
const bins = 24
const minSamples = 60
/** Positions per side at which noise is measured: enough for a variance, and fast. */
const samplesAlong = 130
const binomial = [1, 4, 6, 4, 1] as const
/** A quarter of a normal distribution lies within this many standard deviations. */
const quarterOfNormal = 0.3186

export interface LogRange {
  readonly lowest: number
  readonly highest: number
}

/** The finest detail at one pixel: its value minus the binomial mean of its 5 x 5 neighbours. */
function computeDetail({ data, width }: Plane, at: number): number {
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
 * In log signal, quantum noise has a variance of g / signal. g is estimated from the image, so that
 * no detector has to be measured for it: among pixels of similar signal, the smallest quarter of
 * the details is noise, whatever anatomy the others contain. /
 */
function estimateQuantumFactor(plane: Plane, { lowest, highest }: LogRange): number {
  const { width, height, data } = plane
  const samples = Array.from({ length: bins }, (): number[] => [])
  const stepX = Math.max(1, Math.floor(width / samplesAlong))
  const stepY = Math.max(1, Math.floor(height / samplesAlong))
  const scale = bins / Math.max(1e-6, highest - lowest)
  for (let y = 2; y < height - 2; y += stepY)
    for (let x = 2; x < width - 2; x += stepX) {
      const at = y * width + x
      const value = data[at] ?? 0
      // Clipped pixels have no noise.
      if (value <= lowest || value >= highest) continue
      samples[Math.floor((value - lowest) * scale)]?.push(Math.abs(computeDetail(plane, at)))
    }
  const factors: number[] = []
  for (const [bin, found] of samples.entries()) {
    if (found.length < minSamples) continue
    const sigma = quantile(Float32Array.from(found), 0.25) / quarterOfNormal
    // The values are attenuations, which fall with the signal.
    factors.push(sigma * sigma * Math.exp(-(lowest + (bin + 0.5) / scale)))
  }
  return factors.length > 0 ? quantile(Float32Array.from(factors), 0.35) : 0
}

/**
 * Estimates the noise of an image of attenuations. `darkNoise` is in counts, already scaled to this
 * level of the pyramid; `most` limits the quantum factor. /
 */
export function estimateNoise(
  plane: Plane,
  range: LogRange,
  darkNoise: number,
  most: number,
): NoiseModel {
  const factor = Math.min(most, estimateQuantumFactor(plane, range))
  const span = Math.max(1e-6, range.highest - range.lowest)
  const variances = new Float32Array(entries)
  for (let entry = 0; entry < entries; entry += 1) {
    const perCount = Math.exp(range.lowest + ((entry + 0.5) / entries) * span)
    variances[entry] = factor * perCount + (darkNoise * perCount) ** 2 + 1e-9
  }
  return { factor, lowest: range.lowest, perUnit: entries / span, variances }
}

export const getVarianceAt = ({ lowest, perUnit, variances }: NoiseModel, value: number) =>
  variances[clamp(Math.floor((value - lowest) * perUnit), 0, entries - 1)] ?? 0
