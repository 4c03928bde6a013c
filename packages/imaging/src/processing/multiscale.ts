import { subtractAndClassify } from './noise-containment.ts'
import { createGainTable, computeLevelGain } from './contrast.ts'
import type { ContrastSettings, GainTable } from './contrast.ts'
import { estimateNoise } from './noise.ts'
import type { LogRange } from './noise.ts'
import { createUpsampler, halve, countLevels, subtractUpsampled } from './pyramid.ts'
import type { Plane } from './plane.ts'

/** One level of the Laplacian pyramid with its gain. */
interface Level {
  readonly detail: Plane
  readonly table: GainTable
  /**
   * The share of anatomy at half resolution; undefined for levels on which noise does not matter.
   */
  readonly anatomy: Plane | undefined
}

export interface Decomposition {
  /** From fine to coarse. */
  readonly levels: readonly Level[]
  readonly residual: Plane
}

export interface DecomposeOptions {
  readonly contrast: ContrastSettings
  /** Octave of the pixels of the image: 0 for detector pixels, 1 for means of 2 x 2. */
  readonly octave: number
  readonly range: LogRange
  /** In counts of the pixels of the image. */
  readonly darkNoise: number
}

const noisyLevels = 4
/** Share of the noise that remains in the finest detail, and in the next level. */
const darkInDetail = 0.9
const darkPerLevel = 0.28
/**
 * Noise smeared by the scintillator or by downsampling falls more slowly than white noise, but at
 * least by this factor per level. /
 */
const maxVariancePerLevel = 0.25

function scaleResidual({ data }: Plane, gain: number): void {
  let sum = 0
  for (const value of data) sum += value
  const mean = sum / data.length
  for (let at = 0; at < data.length; at += 1) data[at] = mean + ((data[at] ?? 0) - mean) * gain
}

/** Decomposes an image. The given plane is overwritten: it becomes the finest level. */
export function decompose(plane: Plane, options: DecomposeOptions): Decomposition {
  const { contrast, octave, range } = options
  const count = countLevels(plane.width, plane.height)
  const longest = Math.max(plane.width, plane.height)
  const levels: Level[] = []
  let finer = plane
  let most = Infinity
  let darkNoise = options.darkNoise * darkInDetail
  for (let level = 0; level < count; level += 1) {
    const half = halve(finer)
    const table = createGainTable(contrast, {
      octave: octave + level,
      pixels: longest / 2 ** level,
    })
    const isNoisy = contrast.noise > 0 && level < noisyLevels && octave + level < noisyLevels
    let anatomy: Plane | undefined
    if (isNoisy) {
      const noise = estimateNoise(finer, range, darkNoise, most)
      anatomy = subtractAndClassify(finer, half, noise)
      most = noise.factor * maxVariancePerLevel
      darkNoise *= darkPerLevel
    } else subtractUpsampled(finer, half)
    levels.push({ detail: finer, table, anatomy })
    finer = half
  }
  scaleResidual(
    finer,
    computeLevelGain(contrast, { octave: octave + count, pixels: longest / 2 ** count }),
  )
  return { levels, residual: finer }
}

/**
 * Adds the details of one line, each with its gain, to the line reconstructed from coarser levels.
 */
export function addDetails(line: Float32Array, level: Level, y: number): void {
  const { detail, table, anatomy } = level
  const { gains, perUnit, noiseGain } = table
  const { width, data } = detail
  const row = y * width
  const most = gains.length - 1
  if (!anatomy) {
    for (let x = 0; x < width; x += 1) {
      const value = data[row + x] ?? 0
      const size = Math.abs(value) * perUnit
      line[x] = (line[x] ?? 0) + value * (gains[size < most ? size | 0 : most] ?? 1)
    }
    return
  }
  const from = (y >> 1) * anatomy.width
  for (let x = 0; x < width; x += 1) {
    const value = data[row + x] ?? 0
    const size = Math.abs(value) * perUnit
    const gain = gains[size < most ? size | 0 : most] ?? 1
    const share = anatomy.data[from + (x >> 1)] ?? 1
    line[x] = (line[x] ?? 0) + value * (noiseGain + (gain - noiseGain) * share)
  }
}

/**
 * Reconstructs the image without its finest level, at half resolution; the residual if there are no
 * levels.
 */
export function reconstructCoarse({ levels, residual }: Decomposition): Plane {
  let coarse = residual
  for (let level = levels.length - 1; level > 0; level -= 1) {
    const finer = levels[level]
    if (!finer) break
    const { width, height, data } = finer.detail
    const { line, makeLine } = createUpsampler(coarse, width)
    for (let y = 0; y < height; y += 1) {
      makeLine(y)
      addDetails(line, finer, y)
      data.set(line.subarray(0, width), y * width)
    }
    coarse = finer.detail
  }
  return coarse
}

/**
 * Reconstructs the whole image line by line, so that it is never held in memory before the tone is
 * applied.
 */
export function forEachLine(
  { levels }: Decomposition,
  coarse: Plane,
  take: (line: Float32Array, y: number) => void,
): void {
  const [finest] = levels
  if (!finest) {
    for (let y = 0; y < coarse.height; y += 1)
      take(coarse.data.subarray(y * coarse.width, (y + 1) * coarse.width), y)
    return
  }
  const { line, makeLine } = createUpsampler(coarse, finest.detail.width)
  for (let y = 0; y < finest.detail.height; y += 1) {
    makeLine(y)
    addDetails(line, finest, y)
    take(line, y)
  }
}
