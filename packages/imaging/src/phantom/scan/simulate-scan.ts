import { blur, createNoise } from './acquisition.ts'
import type { SimulatedScan } from './acquisition.ts'
import { getTissue } from './thorax-tissue.ts'

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

/**
 * Simulates a CT scan of a dog's thorax from the tail to the head. The animal lies on its breast: the
 * picture has the back at the top.
 */
export function simulateScan({ columns, rows, slices, seed }: ScanRequest): SimulatedScan {
  const getNoise = createNoise(noise, seed)
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
  return {
    columns,
    rows,
    slices,
    spacing,
    distance,
    first: [
      ((columns - 1) / 2) * spacing,
      ((rows - 1) / 2) * spacing,
      -((slices - 1) / 2) * distance,
    ],
    row: [-1, 0, 0],
    column: [0, -1, 0],
    through: [0, 0, 1],
    values,
    padding,
  }
}
