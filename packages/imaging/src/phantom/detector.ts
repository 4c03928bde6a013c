import { between, normalTable, noiseTile, randomOf } from './noise.ts'

/** 14 bits. */
export const white = 16383
/** What 1 µGy at the panel gives, before the gain of the pixel: the exposure index needs it. */
export const countsPerMicrogray = 400
/** Without an animal, for each mAs at 70 kV and 1000 mm, behind table and grid: the usual techniques
 * then give about the index that is aimed at. */
export const countsPerMas = 5400
/** Counts for each detected photon: the variance of the noise in terms of the signal. */
export const countsPerQuantum = 1.1
export const electronicNoise = 4

export interface Defects {
  /** Places in the frame, row after row. */
  readonly pixels: Uint32Array
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

/** One panel: what is the same in every frame that it gives. */
export interface Detector {
  readonly width: number
  readonly height: number
  readonly gain: Float32Array
  readonly offset: Float32Array
  readonly defects: Defects
  /** What a dead pixel says instead, in the order of `defects.pixels`. */
  readonly stuck: Uint16Array
}

const tileSize = 256
/** Columns that one read-out chip serves: its offset and gain differ from its neighbour's. */
const chipColumns = 256

export function createDetector(seed: number, width: number, height: number): Detector {
  const random = randomOf(seed * 7919 + 13)
  const size = width * height
  const gain = new Float32Array(size)
  const offset = new Float32Array(size)
  const smooth = noiseTile(seed + 101, tileSize, 24)
  const grain = noiseTile(seed + 102, tileSize, 1)
  const lines = Float32Array.from({ length: width }, () => between(random, -1, 1))
  const chips = Array.from({ length: Math.ceil(width / chipColumns) }, () => between(random, -1, 1))
  const chipOffsets = chips.map(() => between(random, -12, 12))
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y & (tileSize - 1)) * tileSize
    // Laid at another step in each direction, the tile does not show itself.
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
    random() < 0.6 ? Math.round(between(random, 0, 60)) : Math.round(between(random, 9000, white)),
  )
  const columns = [Math.floor(width * between(random, 0.1, 0.9))]
  if (random() < 0.6) columns.push(Math.floor(width * between(random, 0.1, 0.9)))
  const rows = [Math.floor(height * between(random, 0.1, 0.9))]
  return { width, height, gain, offset, defects: { pixels, columns, rows }, stuck }
}

let kept: { seed: number; detector: Detector } | undefined

/** The panel of the last frame is mostly that of the next. */
export function detectorOf(seed: number, width: number, height: number): Detector {
  const last = kept
  if (
    last &&
    last.seed === seed &&
    last.detector.width === width &&
    last.detector.height === height
  )
    return last.detector
  const detector = createDetector(seed, width, height)
  kept = { seed, detector }
  return detector
}

/** Signal in counts, as it would be without noise, to the numbers that the panel sends. */
export function readOut(detector: Detector, signal: Float32Array, seed: number): Uint16Array {
  const { width, height, gain, offset, defects, stuck } = detector
  const normals = normalTable()
  const mask = normals.length - 1
  const data = new Uint16Array(width * height)
  const electronic = electronicNoise * electronicNoise
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x3039) | 1
  for (let i = 0; i < data.length; i++) {
    // xorshift: a draw for each pixel has to cost next to nothing.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const mean = signal[i] ?? 0
    const noise = (normals[state & mask] ?? 0) * Math.sqrt(mean * countsPerQuantum + electronic)
    const value = (mean + noise) * (gain[i] ?? 1) + (offset[i] ?? 0) + 0.5
    data[i] = (value < 0 ? 0 : value > white ? white : value) | 0
  }
  for (const [k, place] of defects.pixels.entries()) data[place] = stuck[k] ?? 0
  for (const x of defects.columns) for (let y = 0; y < height; y++) data[y * width + x] = 40
  for (const y of defects.rows) data.fill(40, y * width, (y + 1) * width)
  return data
}

/** A frame without radiation. */
export const darkFrame = (detector: Detector, seed: number): Uint16Array =>
  readOut(detector, new Float32Array(detector.gain.length), seed * 31 + 5)

/** A flood exposure: nothing between tube and panel. 12000 counts is what makers calibrate at. */
export const flatFrame = (detector: Detector, seed: number, counts = 12000): Uint16Array =>
  readOut(detector, new Float32Array(detector.gain.length).fill(counts), seed * 37 + 11)
