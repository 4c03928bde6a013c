import type { Vector } from '@talus/contract'
import { transform, transpose } from '../vectors.ts'
import type { OrientationOptions } from './directions.ts'

/** For people the words are axial, sagittal and coronal. The texts `plane` of the stacks name them. */
export const planeNames = ['transverse', 'sagittal', 'dorsal'] as const
export type PlaneName = (typeof planeNames)[number]

export interface Hanging {
  readonly right: Vector
  readonly down: Vector
}

/** The axis of the body that is perpendicular to a plane: z, x, y. */
const axes: Readonly<Record<PlaneName, number>> = { transverse: 2, sagittal: 0, dorsal: 1 }

/** +x left, +y dorsal, +z cranial: the back is up, the head is up or on the left. */
const animal: Readonly<Record<PlaneName, Hanging>> = {
  transverse: { right: [1, 0, 0], down: [0, -1, 0] },
  sagittal: { right: [0, 0, -1], down: [0, -1, 0] },
  dorsal: { right: [1, 0, 0], down: [0, 0, -1] },
}
const human: Readonly<Record<PlaneName, Hanging>> = {
  transverse: { right: [1, 0, 0], down: [0, 1, 0] },
  sagittal: { right: [0, 1, 0], down: [0, 0, -1] },
  dorsal: { right: [1, 0, 0], down: [0, 0, -1] },
}

/** The directions to the right and down of a plane in the coordinates of the file. */
export function getHanging(plane: PlaneName, { region, correction }: OrientationOptions): Hanging {
  const { right, down } = (region === 'human' ? human : animal)[plane]
  const toFile = transpose(correction)
  return { right: transform(toFile, right), down: transform(toFile, down) }
}

/** The name of a plane by its normal, if it differs by less than 37 degrees; else `oblique`. */
export function getPlaneName(
  normal: Vector,
  { correction }: Pick<OrientationOptions, 'correction'>,
): PlaneName | 'oblique' {
  const inAnimal = transform(correction, normal)
  return planeNames.find((name) => Math.abs(inAnimal[axes[name]] ?? 0) > 0.8) ?? 'oblique'
}
