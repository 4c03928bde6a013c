import type { Vector } from '@talus/contract'
import { transform } from '../vectors.ts'
import type { Matrix } from '../vectors.ts'

/** The texts `edge` of the stacks name them. */
export const anatomicalDirections = [
  'left',
  'right',
  'dorsal',
  'ventral',
  'cranial',
  'caudal',
  'rostral',
  'proximal',
  'distal',
  'palmar',
  'plantar',
  'medial',
  'lateral',
  'anterior',
  'posterior',
  'head',
  'foot',
] as const
export type AnatomicalDirection = (typeof anatomicalDirections)[number]

/** The words of a region of the body; limbs only in files that are marked QUADRUPED. */
export const orientationRegions = [
  'human',
  'body',
  'head',
  'proximalLimb',
  'forepaw',
  'hindpaw',
] as const
export type OrientationRegion = (typeof orientationRegions)[number]

export interface OrientationOptions {
  readonly region: OrientationRegion
  /** From the coordinates of the file to those of the animal as it lay; see getPositionRotation. */
  readonly correction: Matrix
}

/**
 * The directions of +x, −x, +y, −y, +z, −z by PS3.3 C.7.6.2.1.1. The axes of head and trunk are the
 * same for people and animals: words differ, never numbers.
 */
const words: Readonly<Record<OrientationRegion, readonly AnatomicalDirection[]>> = {
  human: ['left', 'right', 'posterior', 'anterior', 'head', 'foot'],
  body: ['left', 'right', 'dorsal', 'ventral', 'cranial', 'caudal'],
  head: ['left', 'right', 'dorsal', 'ventral', 'rostral', 'caudal'],
  proximalLimb: ['left', 'right', 'cranial', 'caudal', 'proximal', 'distal'],
  forepaw: ['left', 'right', 'dorsal', 'palmar', 'proximal', 'distal'],
  hindpaw: ['left', 'right', 'dorsal', 'plantar', 'proximal', 'distal'],
}

/** The words of a direction in the coordinates of the file: at most two, the main one first. */
export function getEdgeLabels(
  direction: Vector,
  { region, correction }: OrientationOptions,
): readonly AnatomicalDirection[] {
  return transform(correction, direction)
    .map((component, axis) => ({ component, axis }))
    .filter(({ component }) => Math.abs(component) > 0.3)
    .toSorted((one, other) => Math.abs(other.component) - Math.abs(one.component))
    .slice(0, 2)
    .flatMap(({ component, axis }) => words[region][2 * axis + (component < 0 ? 1 : 0)] ?? [])
}
