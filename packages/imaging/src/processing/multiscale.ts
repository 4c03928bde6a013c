import { subtractAndJudge } from './containment.ts'
import { gainTable, levelGain } from './contrast.ts'
import type { ContrastSettings, GainTable } from './contrast.ts'
import { noiseOf } from './noise.ts'
import type { LogRange } from './noise.ts'
import { doubler, halve, levelCount, subtractDoubled } from './pyramid.ts'
import type { Plane } from './plane.ts'

/** One level of detail, and what to do with it. */
interface Level {
  readonly detail: Plane
  readonly table: GainTable
  /** How much of it is anatomy, at half its size; undefined where noise plays no part any more. */
  readonly anatomy: Plane | undefined
}

export interface Split {
  /** From the finest on. */
  readonly levels: readonly Level[]
  readonly residual: Plane
}

export interface SplitOptions {
  readonly contrast: ContrastSettings
  /** Of the picture's own pixels: 0 if they are the detector's, 1 if each is the mean of 2 x 2. */
  readonly octave: number
  readonly range: LogRange
  /** In counts of the picture's own pixels. */
  readonly darkNoise: number
}

const noisyLevels = 4
/** What the filters leave of the noise: of a picture in its finest detail, and in one half as large. */
const darkInDetail = 0.9
const darkPerLevel = 0.28
/** Noise that scintillator or reduction has smeared falls more slowly, but never more slowly. */
const mostVariancePerLevel = 0.25

function scaleResidual({ data }: Plane, gain: number): void {
  let sum = 0
  for (const value of data) sum += value
  const mean = sum / data.length
  for (let at = 0; at < data.length; at += 1) data[at] = mean + ((data[at] ?? 0) - mean) * gain
}

/** Takes a picture apart. The plane given becomes the finest level: it is not the picture any more. */
export function split(plane: Plane, options: SplitOptions): Split {
  const { contrast, octave, range } = options
  const count = levelCount(plane.width, plane.height)
  const longest = Math.max(plane.width, plane.height)
  const levels: Level[] = []
  let finer = plane
  let most = Infinity
  let darkNoise = options.darkNoise * darkInDetail
  for (let level = 0; level < count; level += 1) {
    const half = halve(finer)
    const table = gainTable(contrast, { octave: octave + level, pixels: longest / 2 ** level })
    const isNoisy = contrast.noise > 0 && level < noisyLevels && octave + level < noisyLevels
    let anatomy: Plane | undefined
    if (isNoisy) {
      const noise = noiseOf(finer, range, darkNoise, most)
      anatomy = subtractAndJudge(finer, half, noise)
      most = noise.factor * mostVariancePerLevel
      darkNoise *= darkPerLevel
    } else subtractDoubled(finer, half)
    levels.push({ detail: finer, table, anatomy })
    finer = half
  }
  scaleResidual(
    finer,
    levelGain(contrast, { octave: octave + count, pixels: longest / 2 ** count }),
  )
  return { levels, residual: finer }
}

/** Adds the details of one line, each with its gain, to the line that was made from coarser levels. */
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

/** The picture again, without its finest level: half as large. The residual if it has no levels. */
export function joinCoarse({ levels, residual }: Split): Plane {
  let coarse = residual
  for (let level = levels.length - 1; level > 0; level -= 1) {
    const finer = levels[level]
    if (!finer) break
    const { width, height, data } = finer.detail
    const { line, makeLine } = doubler(coarse, width)
    for (let y = 0; y < height; y += 1) {
      makeLine(y)
      addDetails(line, finer, y)
      data.set(line.subarray(0, width), y * width)
    }
    coarse = finer.detail
  }
  return coarse
}

/** Hands over the whole picture line by line: nobody needs it as a whole before the tone is known. */
export function eachLine(
  { levels }: Split,
  coarse: Plane,
  take: (line: Float32Array, y: number) => void,
): void {
  const [finest] = levels
  if (!finest) {
    for (let y = 0; y < coarse.height; y += 1)
      take(coarse.data.subarray(y * coarse.width, (y + 1) * coarse.width), y)
    return
  }
  const { line, makeLine } = doubler(coarse, finest.detail.width)
  for (let y = 0; y < finest.detail.height; y += 1) {
    makeLine(y)
    addDetails(line, finest, y)
    take(line, y)
  }
}
