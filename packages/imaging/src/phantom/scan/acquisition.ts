import { createRandom } from '../../random.ts'

type Vector = readonly [x: number, y: number, z: number]

/** The slices of a simulated scanner, in the patient coordinates of a quadruped. */
export interface SimulatedScan {
  readonly columns: number
  readonly rows: number
  readonly slices: number
  /** Millimetres from pixel to pixel. */
  readonly spacing: number
  /** Millimetres from slice to slice. */
  readonly distance: number
  /** The place of the first pixel of the first slice. */
  readonly first: Vector
  /** Unit vectors along the rows, along the columns and from slice to slice. */
  readonly row: Vector
  readonly column: Vector
  readonly through: Vector
  /** Hounsfield units of CT, signals of MR, slice by slice. */
  readonly values: Int16Array<ArrayBuffer>
  /** The value of pixels outside of the circle that the scanner reconstructs; null if it fills the square. */
  readonly padding: number | null
}

const noiseTableSize = 1 << 16

/** Normal noise from a table: computing 4 million logarithms takes longer than the anatomy. */
export function createNoise(deviation: number, seed: number): () => number {
  const random = createRandom(seed)
  const table = Float32Array.from(
    { length: noiseTableSize },
    () => deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
  return () => table[Math.floor(random() * noiseTableSize)] ?? 0
}

/** Blurs along one direction of a slice, as the resolution of a scanner does. */
export function blur(source: Float32Array, target: Float32Array, step: number): void {
  const last = source.length - 1
  for (let at = 0; at <= last; at++) {
    const before = source[Math.max(0, at - step)] ?? 0
    const after = source[Math.min(last, at + step)] ?? 0
    target[at] = (before + 2 * (source[at] ?? 0) + after) / 4
  }
}
