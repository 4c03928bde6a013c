import type { PatientPosition } from '@talus/contract'
import { multiply, transpose } from '../vectors.ts'
import type { Matrix } from '../vectors.ts'

/**
 * The patient axes x (left), y (back), z (head) in the axes of the scanner: to the right, down, and
 * into the gantry, as seen from the foot of the table. Sternal is prone, dorsal is supine.
 */
const matrices: Readonly<Record<PatientPosition, Matrix>> = {
  HFS: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  HFP: [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  FFS: [
    [-1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ],
  FFP: [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ],
  HFDR: [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  HFDL: [
    [0, 1, 0],
    [-1, 0, 0],
    [0, 0, 1],
  ],
  FFDR: [
    [0, -1, 0],
    [-1, 0, 0],
    [0, 0, -1],
  ],
  FFDL: [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ],
}

/**
 * From coordinates of the file, which the scanner computed for the declared position, to those of
 * the animal as it lay. It is a rotation for every pair, so a correction can never mirror.
 */
export const getPositionRotation = (actual: PatientPosition, declared: PatientPosition): Matrix =>
  multiply(matrices[actual], transpose(matrices[declared]))
