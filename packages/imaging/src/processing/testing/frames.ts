import type { RawFrame } from '../raw-frame.ts'

/** A seeded generator of numbers uniform in 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const tableRandom = createRandom(4711)
const normals = Float32Array.from(
  { length: 2 ** 14 },
  () => Math.sqrt(-2 * Math.log(1 - tableRandom())) * Math.cos(2 * Math.PI * tableRandom()),
)

/** A normally distributed number with a standard deviation of 1. */
export const drawNormal = (random: () => number) =>
  normals[Math.floor(random() * normals.length)] ?? 0

export function createFrame(
  width: number,
  height: number,
  count: (x: number, y: number) => number,
  bits = 14,
): RawFrame {
  const data = new Uint16Array(width * height)
  const most = 2 ** bits - 1
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = Math.min(most, Math.max(0, Math.round(count(x + 0.5, y + 0.5))))
  return { width, height, bits, pitch: 0.14, data }
}

export interface LimbScene {
  readonly width: number
  readonly height: number
  /** Counts of air. */
  readonly air: number
  /** Distances of the blades from the middle, and their rotation. */
  readonly field?: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
    readonly degrees: number
  }
  /** A limb from top to bottom; without it there is only air. */
  readonly hasLimb: boolean
  readonly seed: number
}

/**
 * A frame of air, a limb of soft tissue with a bone in it, blades with a penumbra, and quantum
 * noise.
 */
export function createLimbFrame({ width, height, air, field, hasLimb, seed }: LimbScene): RawFrame {
  const random = createRandom(seed)
  const angle = ((field?.degrees ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const half = (distance: number) => Math.min(1, Math.max(0, distance / 4 + 0.5))
  return createFrame(width, height, (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const across = dx / (0.2 * width)
    const flesh = hasLimb ? 1.6 * Math.sqrt(Math.max(0, 1 - across * across)) : 0
    const inner = dx / (0.07 * width)
    const bone = hasLimb ? 1.4 * Math.sqrt(Math.max(0, 1 - inner * inner)) : 0
    let signal = air * Math.exp(-flesh - bone)
    if (field) {
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin]
      const open =
        half(u - field.left) * half(field.right - u) * half(v - field.top) * half(field.bottom - v)
      signal = signal * open + 0.004 * air
    }
    return signal + Math.sqrt(signal) * drawNormal(random) + 3 * drawNormal(random)
  })
}
