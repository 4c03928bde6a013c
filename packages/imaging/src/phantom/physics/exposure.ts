import { getBeams, computeRelativeDose } from './attenuation.ts'
import { countsPerMas } from './detector.ts'
import { coarseFactor } from './thickness.ts'
import type { ThicknessMaps } from './thickness.ts'

export interface Technique {
  readonly kv: number
  readonly mas: number
  readonly sid: number
  readonly scatter: number
}

/** The collimated field in pixels, slightly rotated, because users never align it exactly. */
export interface CollimatedField {
  readonly x: number
  readonly y: number
  readonly halfWidth: number
  readonly halfHeight: number
  readonly angle: number
  /** Width of the penumbra in pixels, caused by the size of the focal spot. */
  readonly penumbra: number
}

const expSteps = 1000
const expTable = Float32Array.from({ length: 16 * expSteps + 2 }, (_, i) => Math.exp(-i / expSteps))
const expEnd = expTable.length - 1
const negativeExp = (x: number): number => {
  const at = x * expSteps
  return at >= expEnd ? 0 : (expTable[at < 0 ? 0 : at | 0] ?? 0)
}

const block = 16

/** The primary signal in counts, and the source of scatter in blocks of pixels. */
function computePrimary(thickness: ThicknessMaps, technique: Technique, field: CollimatedField) {
  const { camera, coarse, soft, fat, bone } = thickness
  const { width, height } = camera
  const [low, high] = getBeams(technique.kv)
  const full = countsPerMas * computeRelativeDose(technique.kv, technique.mas, technique.sid)
  const signal = new Float32Array(width * height)
  const blocksX = Math.ceil(width / block)
  const source = new Float32Array(blocksX * Math.ceil(height / block))
  const [c, s] = [Math.cos(field.angle), Math.sin(field.angle)]
  const half = 1 / coarseFactor
  for (let y = 0, i = 0; y < height; y++) {
    const cy = y * half
    const row = (cy | 0) * coarse.width
    const fy = cy - (cy | 0)
    // Heel effect: the anode absorbs its own beam on one side.
    const strength = full * (1.05 - (0.1 * y) / height)
    const blockRow = Math.floor(y / block) * blocksX
    const dy = y - field.y
    const dx0 = -field.x
    for (let x = 0; x < width; x++, i++) {
      const dx = x + dx0
      const across = field.halfWidth - Math.abs(dx * c + dy * s)
      const down = field.halfHeight - Math.abs(dy * c - dx * s)
      const edge = Math.min(across, down) / field.penumbra
      if (edge < -6) continue
      const open = edge > 6 ? 1 : 1 / (1 + Math.exp(-2 * edge))
      const cx = x * half
      const k = row + (cx | 0)
      const fx = cx - (cx | 0)
      const below = k + coarse.width
      const gy = 1 - fy
      let water: number
      let oil: number
      if (fx === 0) {
        water = (soft[k] ?? 0) * gy + (soft[below] ?? 0) * fy
        oil = (fat[k] ?? 0) * gy + (fat[below] ?? 0) * fy
      } else {
        water =
          ((soft[k] ?? 0) + (soft[k + 1] ?? 0)) * 0.5 * gy +
          ((soft[below] ?? 0) + (soft[below + 1] ?? 0)) * 0.5 * fy
        oil =
          ((fat[k] ?? 0) + (fat[k + 1] ?? 0)) * 0.5 * gy +
          ((fat[below] ?? 0) + (fat[below + 1] ?? 0)) * 0.5 * fy
      }
      const hard = bone[i] ?? 0
      // Overlapping gas can make the thickness negative.
      if (water + oil < 0) water = -oil
      const rest =
        low.share * negativeExp(low.soft * water + low.fat * oil + low.bone * hard) +
        high.share * negativeExp(high.soft * water + high.fat * oil + high.bone * hard)
      const value = strength * open * rest
      signal[i] = value
      const from = blockRow + ((x / block) | 0)
      const mass = water + oil
      source[from] = (source[from] ?? 0) + value * (mass > 60 ? 1 : mass / 60)
    }
  }
  return { signal, source, blocksX }
}

function boxBlur(data: Float32Array, width: number, height: number, radius: number): void {
  const pass = (start: number, step: number, count: number) => {
    const line = new Float32Array(count)
    const at = (i: number) => data[start + Math.min(count - 1, Math.max(0, i)) * step] ?? 0
    let sum = 0
    for (let k = -radius; k <= radius; k++) sum += at(k)
    for (let i = 0; i < count; i++) {
      line[i] = sum / (2 * radius + 1)
      sum += at(i + radius + 1) - at(i - radius)
    }
    for (let i = 0; i < count; i++) data[start + i * step] = line[i] ?? 0
  }
  for (let y = 0; y < height; y++) pass(y * width, 1, width)
  for (let x = 0; x < width; x++) pass(x, width, height)
}

function addScatter(
  signal: Float32Array,
  width: number,
  height: number,
  source: Float32Array,
  blocksX: number,
  fraction: number,
  radius: number,
): void {
  const blocksY = source.length / blocksX
  for (let pass = 0; pass < 3; pass++) boxBlur(source, blocksX, blocksY, radius)
  const k = fraction / (block * block)
  for (let y = 0, i = 0; y < height; y++) {
    const by = Math.min(blocksY - 1.001, Math.max(0, (y + 0.5) / block - 0.5))
    const row = (by | 0) * blocksX
    const next = by + 1 < blocksY ? row + blocksX : row
    const fy = by - (by | 0)
    for (let x = 0; x < width; x++, i++) {
      const bx = Math.min(blocksX - 1.001, Math.max(0, (x + 0.5) / block - 0.5))
      const left = bx | 0
      const fx = bx - left
      const above = (source[row + left] ?? 0) * (1 - fx) + (source[row + left + 1] ?? 0) * fx
      const under = (source[next + left] ?? 0) * (1 - fx) + (source[next + left + 1] ?? 0) * fx
      signal[i] = (signal[i] ?? 0) + k * (above * (1 - fy) + under * fy)
    }
  }
}

/** Blur of focal spot and scintillator: each pixel passes some of its signal to its neighbours. */
function blur(data: Float32Array, width: number, height: number, weight: number): void {
  const keep = 1 - 2 * weight
  for (let y = 0; y < height; y++) {
    const row = y * width
    let before = data[row] ?? 0
    for (let x = 0; x < width - 1; x++) {
      const here = data[row + x] ?? 0
      data[row + x] = here * keep + (before + (data[row + x + 1] ?? 0)) * weight
      before = here
    }
  }
  const before = data.slice(0, width)
  for (let y = 0; y < height - 1; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) {
      const here = data[row + x] ?? 0
      data[row + x] = here * keep + ((before[x] ?? 0) + (data[row + width + x] ?? 0)) * weight
      before[x] = here
    }
  }
}

/** The signal at the panel in counts, without noise. */
export function expose(
  thickness: ThicknessMaps,
  technique: Technique,
  field: CollimatedField,
): Float32Array {
  const { width, height, scale } = thickness.camera
  const { signal, source, blocksX } = computePrimary(thickness, technique, field)
  // Three passes of a box filter give scatter with a width of 40 mm.
  const radius = Math.max(1, Math.round((14 * scale) / block))
  addScatter(signal, width, height, source, blocksX, technique.scatter, radius)
  const sigma = 0.15 * scale
  blur(signal, width, height, Math.min(0.24, (sigma * sigma) / 2))
  return signal
}
