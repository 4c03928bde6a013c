import { findDefects } from './defects.ts'
import { FrameMismatch } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'
import { quantile } from './statistics.ts'

export interface CalibrationFrames {
  /**
   * Frames without radiation, at the integration time and temperature of the exposures; 8 to 32.
   */
  readonly darkFrames: readonly RawFrame[]
  /** Frames of a uniform exposure without an object. */
  readonly flatFields: readonly RawFrame[]
  readonly countsPerMicrogray: number
}

function computeMean(frames: readonly RawFrame[], pixels: number): Float32Array {
  const mean = new Float32Array(pixels)
  for (const { data } of frames) {
    if (data.length !== pixels) throw new FrameMismatch('calibration frames of different sizes')
    for (let at = 0; at < pixels; at += 1) mean[at] = (mean[at] ?? 0) + (data[at] ?? 0)
  }
  const share = 1 / Math.max(1, frames.length)
  for (let at = 0; at < pixels; at += 1) mean[at] = (mean[at] ?? 0) * share
  return mean
}

/** The standard deviation of each pixel over the frames; undefined if there are too few frames. */
function computeDeviation(
  frames: readonly RawFrame[],
  mean: Float32Array,
): Float32Array | undefined {
  if (frames.length < 4) return undefined
  const deviation = new Float32Array(mean.length)
  for (const { data } of frames)
    for (let at = 0; at < mean.length; at += 1) {
      const off = (data[at] ?? 0) - (mean[at] ?? 0)
      deviation[at] = (deviation[at] ?? 0) + off * off
    }
  for (let at = 0; at < mean.length; at += 1)
    deviation[at] = Math.sqrt((deviation[at] ?? 0) / (frames.length - 1))
  return deviation
}

const takeSamples = (values: Float32Array) => {
  const step = Math.max(1, Math.floor(values.length / 65_536))
  return Float32Array.from(
    { length: Math.floor(values.length / step) },
    (_, at) => values[at * step] ?? 0,
  )
}

/** Computes the calibration of a detector from its dark frames and flat fields. */
export function calibrate({
  darkFrames,
  flatFields,
  countsPerMicrogray,
}: CalibrationFrames): Calibration {
  const [first] = flatFields
  if (!first) throw new FrameMismatch('a calibration without flood frames')
  const { width, height } = first
  const pixels = width * height
  const dark = computeMean(darkFrames, pixels)
  const flat = computeMean(flatFields, pixels)
  const noise = computeDeviation(darkFrames, dark)
  let sum = 0
  let alive = 0
  for (let at = 0; at < pixels; at += 1) {
    const signal = (flat[at] ?? 0) - (dark[at] ?? 0)
    flat[at] = signal
    if (signal > 0) {
      sum += signal
      alive += 1
    }
  }
  const mean = alive > 0 ? sum / alive : 1
  const defects = findDefects({ width, height, flat, noise })
  // From here on `flat` holds the gain map, which saves an array of 26 MB.
  for (let at = 0; at < pixels; at += 1) {
    const signal = flat[at] ?? 0
    flat[at] = signal > mean / 16 ? mean / signal : 1
  }
  return {
    width,
    height,
    dark,
    gain: flat,
    defects,
    darkNoise: noise ? quantile(takeSamples(noise), 0.5) : 4,
    countsPerMicrogray,
  }
}
