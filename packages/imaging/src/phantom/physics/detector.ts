import { randomBetween, getNormalTable, getNoiseTile, createMixedRandom } from '../scene/noise.ts'

/** The highest count of 14 bits: the pixel is saturated. */
export const maxCount = 16383
/** Counts per µGy at the panel, before the gain of the pixel; the exposure index needs it. */
export const countsPerMicrogray = 400
/**
 * Counts per mAs without an animal, at 70 kV and 1000 mm; chosen such that the default techniques
 * come close to the target exposure index. /
 */
export const countsPerMas = 6800
/** Counts per detected photon: the ratio of the variance of the noise to the signal. */
export const countsPerQuantum = 1.1
export const electronicNoise = 4

export interface DetectorDefects {
  /** Indexes in the frame, row by row. */
  readonly pixels: Uint32Array
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

/** One panel: the properties that all its frames share. */
export interface Detector {
  readonly width: number
  readonly height: number
  readonly gain: Float32Array
  readonly offset: Float32Array
  readonly defects: DetectorDefects
  /** The constant values of the defective pixels, in the order of `defects.pixels`. */
  readonly stuck: Uint16Array
}

const tileSize = 256
/** Columns per read-out chip; offset and gain differ between chips. */
const chipColumns = 256

export function createDetector(seed: number, width: number, height: number): Detector {
  const random = createMixedRandom(seed * 7919 + 13)
  const size = width * height
  const gain = new Float32Array(size)
  const offset = new Float32Array(size)
  const smooth = getNoiseTile(seed + 101, tileSize, 24)
  const grain = getNoiseTile(seed + 102, tileSize, 1)
  const lines = Float32Array.from({ length: width }, () => randomBetween(random, -1, 1))
  const chips = Array.from({ length: Math.ceil(width / chipColumns) }, () =>
    randomBetween(random, -1, 1),
  )
  const chipOffsets = chips.map(() => randomBetween(random, -12, 12))
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y & (tileSize - 1)) * tileSize
    // Different steps in x and y hide the repetition of the tile.
    const far = ((y >> 3) & (tileSize - 1)) * tileSize
    for (let x = 0; x < width; x++, i++) {
      const fine = grain.data[row + ((x + (y >> 8) * 37) & (tileSize - 1))] ?? 0
      const chip = Math.floor(x / chipColumns)
      gain[i] =
        1 +
        0.015 * (smooth.data[far + ((x >> 3) & (tileSize - 1))] ?? 0) +
        0.012 * (chips[chip] ?? 0) +
        0.004 * (lines[x] ?? 0) +
        0.01 * fine
      offset[i] = 180 + (chipOffsets[chip] ?? 0) + 5 * (lines[x] ?? 0) - 2.5 * fine
    }
  }
  const dead = Math.round(size * 0.0001)
  const pixels = Uint32Array.from({ length: dead }, () => Math.floor(random() * size))
  const stuck = Uint16Array.from(pixels, () =>
    random() < 0.6
      ? Math.round(randomBetween(random, 0, 60))
      : Math.round(randomBetween(random, 9000, maxCount)),
  )
  const columns = [Math.floor(width * randomBetween(random, 0.1, 0.9))]
  if (random() < 0.6) columns.push(Math.floor(width * randomBetween(random, 0.1, 0.9)))
  const rows = [Math.floor(height * randomBetween(random, 0.1, 0.9))]
  return { width, height, gain, offset, defects: { pixels, columns, rows }, stuck }
}

let cached: { seed: number; detector: Detector } | undefined

/** Caches the last panel, because the next frame mostly uses the same. */
export function getDetector(seed: number, width: number, height: number): Detector {
  const last = cached
  if (
    last &&
    last.seed === seed &&
    last.detector.width === width &&
    last.detector.height === height
  )
    return last.detector
  const detector = createDetector(seed, width, height)
  cached = { seed, detector }
  return detector
}

/** Converts a noise-free signal in counts to the counts that the panel sends. */
export function readOut(detector: Detector, signal: Float32Array, seed: number): Uint16Array {
  const { width, height, gain, offset, defects, stuck } = detector
  const normals = getNormalTable()
  const mask = normals.length - 1
  const data = new Uint16Array(width * height)
  const electronic = electronicNoise * electronicNoise
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x3039) | 1
  for (let i = 0; i < data.length; i++) {
    // xorshift, because a random number per pixel must be very cheap.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const mean = signal[i] ?? 0
    const noise = (normals[state & mask] ?? 0) * Math.sqrt(mean * countsPerQuantum + electronic)
    const value = (mean + noise) * (gain[i] ?? 1) + (offset[i] ?? 0) + 0.5
    data[i] = (value < 0 ? 0 : value > maxCount ? maxCount : value) | 0
  }
  for (const [k, at] of defects.pixels.entries()) data[at] = stuck[k] ?? 0
  for (const x of defects.columns) for (let y = 0; y < height; y++) data[y * width + x] = 40
  for (const y of defects.rows) data.fill(40, y * width, (y + 1) * width)
  return data
}

/** Simulates a dark frame, without radiation. */
export const simulateDarkFrame = (detector: Detector, seed: number): Uint16Array =>
  readOut(detector, new Float32Array(detector.gain.length), seed * 31 + 5)

/** Simulates a flat field, without an object. Manufacturers calibrate at about 12000 counts. */
export const simulateFlatField = (detector: Detector, seed: number, counts = 12000): Uint16Array =>
  readOut(detector, new Float32Array(detector.gain.length).fill(counts), seed * 37 + 11)
