import { blur, createNoise } from './acquisition.ts'
import type { SimulatedScan } from './acquisition.ts'
import { getHeadSignals } from './head-tissue.ts'
import type { Signals } from './head-tissue.ts'

export type MrWeighting = keyof Signals
export type MrPlane = 'transverse' | 'sagittal'

export interface MrRequest {
  readonly weighting: MrWeighting
  readonly plane: MrPlane
  /** Columns and rows. */
  readonly edge: number
  readonly slices: number
  readonly seed: number
}

/** Millimetres of the whole picture, and from slice to slice. */
const fieldOfView = 190
const distances = { transverse: 4, sagittal: 3.5 } as const
/** The middle of the pictures: the brain and a part of the nose. */
const middle = { y: -10, z: 20 } as const
/** Before the blur, which leaves a third of it. */
const noise = 30

/** The signal is higher near the coil, which lies below the head. */
const getCoil = (y: number) => 1.05 - 0.0016 * y

/** Simulates one series of the head of an animal that lies on its breast. */
export function simulateMr({ weighting, plane, edge, slices, seed }: MrRequest): SimulatedScan {
  const getNoise = createNoise(noise, seed)
  const spacing = fieldOfView / edge
  const distance = distances[plane]
  const half = ((edge - 1) / 2) * spacing
  const depth = -((slices - 1) / 2) * distance
  const values = new Int16Array(edge * edge * slices)
  const sharp = new Float32Array(edge * edge)
  const blurred = new Float32Array(edge * edge)
  for (let slice = 0; slice < slices; slice++) {
    const along = depth + slice * distance
    for (let row = 0; row < edge; row++) {
      const y = middle.y + half - row * spacing
      for (let column = 0; column < edge; column++) {
        // Transverse pictures begin at the left of the animal, sagittal ones at the nose.
        const across = half - column * spacing
        const signals =
          plane === 'transverse'
            ? getHeadSignals(across, y, middle.z + along)
            : getHeadSignals(along, y, middle.z + across)
        sharp[row * edge + column] = signals[weighting] * getCoil(y)
      }
    }
    blur(sharp, blurred, 1)
    blur(blurred, sharp, edge)
    const start = slice * edge * edge
    // The scanner shows the magnitude: noise is never negative.
    for (let at = 0; at < sharp.length; at++)
      values[start + at] = Math.round(Math.abs((sharp[at] ?? 0) + getNoise() / 3))
  }
  const geometry: Pick<SimulatedScan, 'first' | 'row' | 'through'> =
    plane === 'transverse'
      ? {
          first: [half, middle.y + half, middle.z + depth],
          row: [-1, 0, 0],
          through: [0, 0, 1],
        }
      : {
          first: [depth, middle.y + half, middle.z + half],
          row: [0, 0, -1],
          through: [1, 0, 0],
        }
  return {
    columns: edge,
    rows: edge,
    slices,
    spacing,
    distance,
    ...geometry,
    column: [0, -1, 0],
    values,
    padding: null,
  }
}
