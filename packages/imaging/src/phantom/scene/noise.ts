import { createRandom } from '../../random.ts'
import type { Random } from '../../random.ts'

/** Mixes the seed first: the generators of neighbouring seeds would begin alike. */
export const createMixedRandom = (seed: number): Random =>
  createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 15))

export const randomBetween = (random: Random, low: number, high: number): number =>
  low + (high - low) * random()

export const randomNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const tableBits = 16
let table: Float32Array | undefined

/**
 * A table of normal deviates in random order: six million pixels need a draw as cheap as a lookup.
 */
export function getNormalTable(): Float32Array {
  if (table) return table
  const random = createMixedRandom(7)
  table = Float32Array.from({ length: 1 << tableBits }, () => randomNormal(random))
  return table
}

/** A seamlessly repeatable square of noise; its size is a power of two. */
export interface NoiseTile {
  readonly size: number
  readonly data: Float32Array
}

function blurWrapped(data: Float32Array, size: number, radius: number, step: number): void {
  const other = step === 1 ? size : 1
  const line = new Float32Array(size)
  const mask = size - 1
  for (let row = 0; row < size; row++) {
    const start = row * other
    let sum = 0
    for (let k = -radius; k <= radius; k++) sum += data[start + (k & mask) * step] ?? 0
    for (let i = 0; i < size; i++) {
      line[i] = sum / (2 * radius + 1)
      sum +=
        (data[start + ((i + radius + 1) & mask) * step] ?? 0) -
        (data[start + ((i - radius) & mask) * step] ?? 0)
    }
    for (let i = 0; i < size; i++) data[start + i * step] = line[i] ?? 0
  }
}

/**
 * Noise of about one scale (in pixels) with mean 0 and deviation 1; `stretch` elongates it along y.
 */
export function getNoiseTile(seed: number, size: number, scale: number, stretch = 1): NoiseTile {
  const across = Math.max(0, Math.round(scale / 2))
  const down = Math.max(0, Math.round((scale * stretch) / 2))
  const key = `${seed} ${size} ${across} ${down}`
  const known = tiles.get(key)
  if (known) return known
  if (tiles.size > 24) tiles.clear()
  const tile = createTile(seed, size, across, down)
  tiles.set(key, tile)
  return tile
}

/** Cache of tiles: the texture of bone is alike in every animal, only its position differs. */
const tiles = new Map<string, NoiseTile>()

/** `across` and `down` are the radii of the blur in pixels. */
function createTile(seed: number, size: number, across: number, down: number): NoiseTile {
  const random = createMixedRandom(seed)
  const data = new Float32Array(size * size)
  for (let i = 0; i < data.length; i++) data[i] = random() - 0.5
  for (let pass = 0; pass < 2; pass++) {
    if (across > 0) blurWrapped(data, size, across, 1)
    if (down > 0) blurWrapped(data, size, down, size)
  }
  const wide = data.slice()
  blurWrapped(wide, size, across * 2 + 1, 1)
  blurWrapped(wide, size, down * 2 + 1, size)
  let squares = 0
  for (let i = 0; i < data.length; i++) {
    const value = (data[i] ?? 0) - (wide[i] ?? 0)
    data[i] = value
    squares += value * value
  }
  const scaleTo = 1 / Math.sqrt(squares / data.length || 1)
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) * scaleTo
  return { size, data }
}
