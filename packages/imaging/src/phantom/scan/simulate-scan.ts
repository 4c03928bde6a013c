import { createRandom } from '../../random.ts'
import { getTissue } from './thorax-tissue.ts'

/** A simulated CT scan of a dog's thorax. */
export interface SimulatedScan {
  readonly columns: number
  readonly rows: number
  readonly slices: number
  /** Millimetres from pixel to pixel. */
  readonly spacing: number
  /** Millimetres from slice to slice. */
  readonly distance: number
  /** Hounsfield units, slice by slice from the tail to the head. */
  readonly values: Int16Array<ArrayBuffer>
  /** The value of pixels outside of the circle that the scanner reconstructs. */
  readonly padding: number
}

export interface ScanRequest {
  readonly columns: number
  readonly rows: number
  readonly slices: number
  readonly seed: number
}

/** Millimetres of the whole picture, and of all slices. */
const fieldOfView = 236
const scanLength = 150
const padding = -2000
/** Before the blur, which leaves a third of it. */
const noise = 34
const noiseTableSize = 1 << 16

/** Normal noise from a table: computing 4 million logarithms takes longer than the anatomy. */
function createNoise(seed: number) {
  const random = createRandom(seed)
  const table = Float32Array.from(
    { length: noiseTableSize },
    () => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
  return (): number => table[Math.floor(random() * noiseTableSize)] ?? 0
}

/** Blurs along one direction of a slice, as the focal spot and the kernel of a scanner do. */
function blur(source: Float32Array, target: Float32Array, step: number): void {
  const last = source.length - 1
  for (let at = 0; at <= last; at++) {
    const before = source[Math.max(0, at - step)] ?? 0
    const after = source[Math.min(last, at + step)] ?? 0
    target[at] = (before + 2 * (source[at] ?? 0) + after) / 4
  }
}

/** Simulates the scan of an animal that lies on its breast: the picture has the back at the top. */
export function simulateScan({ columns, rows, slices, seed }: ScanRequest): SimulatedScan {
  const getNoise = createNoise(seed)
  const spacing = fieldOfView / columns
  const distance = scanLength / slices
  const values = new Int16Array(columns * rows * slices)
  const sharp = new Float32Array(columns * rows)
  const blurred = new Float32Array(columns * rows)
  for (let slice = 0; slice < slices; slice++) {
    const z = (slice + 0.5) * distance - scanLength / 2
    for (let row = 0; row < rows; row++) {
      const y = fieldOfView / 2 - (row + 0.5) * spacing
      for (let column = 0; column < columns; column++) {
        // The left side of the picture is the left of the animal.
        const x = fieldOfView / 2 - (column + 0.5) * spacing
        sharp[row * columns + column] = getTissue(x, y, z) + getNoise()
      }
    }
    blur(sharp, blurred, 1)
    blur(blurred, sharp, columns)
    const start = slice * columns * rows
    for (let at = 0; at < sharp.length; at++) {
      const x = (at % columns) - columns / 2 + 0.5
      const y = Math.floor(at / columns) - rows / 2 + 0.5
      const isOutside = Math.hypot(x / columns, y / rows) > 0.5
      values[start + at] = isOutside ? padding : Math.max(-1024, Math.round(sharp[at] ?? 0))
    }
  }
  return { columns, rows, slices, spacing, distance, values, padding }
}
