import type { Stack } from '@talus/contract'
import { cross, dot, findNearestSlice, scale } from '@talus/volume'
import type { NearestSlice } from '@talus/volume'
import { findStack, getActiveCell, getContent, getPhase } from './scene.ts'
import type { StackScene } from './scene.ts'
import { getSlicePlace, isSameFrame } from './slice-place.ts'

/**
 * Slices that the user has declared to show the same place: of stacks without common coordinates, or
 * of one frame of reference in which the animal has moved.
 */
export interface StackLink {
  /** The key of the stack that was active. */
  readonly reference: string
  /** Millimetres along the normal of each linked stack, by its key. */
  readonly places: ReadonlyMap<string, number>
  /** The active stack, and those that were at its place in its frame of reference: none is shifted. */
  readonly inPlace: ReadonlySet<string>
}

const getNormal = ({ orientation }: Stack) =>
  orientation ? cross(orientation.row, orientation.column) : undefined

/** Millimetres along the normal of the stack; undefined if the position is unknown. */
function getPlaceAlong(stack: Stack, phase: number, slice: number): number | undefined {
  const [normal, position] = [getNormal(stack), stack.phases[phase]?.slices[slice]?.position]
  return normal && position ? dot(position, normal) : undefined
}

/** 1 if both stacks run in the same direction, -1 in opposite ones; undefined if they cross. */
function compareDirections(one: Stack, other: Stack): 1 | -1 | undefined {
  const [a, b] = [getNormal(one), getNormal(other)]
  const cosine = a && b ? dot(a, b) : 0
  return cosine > 0.5 ? 1 : cosine < -0.5 ? -1 : undefined
}

/** Links the visible slices of all viewports; undefined if fewer than two series have positions. */
export function createLink(scene: StackScene, stacks: readonly Stack[]): StackLink | undefined {
  const active = getActiveCell(scene)
  const reference = active && findStack(stacks, active.stackKey)
  if (!reference) return undefined
  const middle = getSlicePlace(reference, getPhase(scene, reference.key), active.slice)
  const isInPlace = (stack: Stack, slice: number) => {
    if (stack === reference) return true
    if (!middle || !isSameFrame(reference, stack)) return false
    const nearest = findNearestSlice(stack, middle, getPhase(scene, stack.key))
    return nearest?.index === slice && !nearest.isOutside
  }
  const places = new Map<string, number>()
  const inPlace = new Set<string>()
  // The active viewport decides if its series is shown in several.
  for (const cell of [
    active,
    ...scene.cells.filter((_, at) => getContent(scene, at).kind === 'stack'),
  ]) {
    const stack = findStack(stacks, cell.stackKey)
    const place = stack && getPlaceAlong(stack, getPhase(scene, stack.key), cell.slice)
    if (
      stack &&
      place !== undefined &&
      !places.has(stack.key) &&
      compareDirections(reference, stack)
    ) {
      places.set(stack.key, place)
      if (isInPlace(stack, cell.slice)) inPlace.add(stack.key)
    }
  }
  return places.size > 1 ? { reference: reference.key, places, inPlace } : undefined
}

/**
 * The slice of `follower` at the place that is linked to slice `to` of `stack`; undefined if they are
 * not linked. Beyond its ends, it is the first or last slice, and outside.
 */
export function followLink(
  { places }: StackLink,
  scene: StackScene,
  { stack, to }: { readonly stack: Stack; readonly to: number },
  follower: Stack,
): NearestSlice | undefined {
  const [own, other] = [places.get(stack.key), places.get(follower.key)]
  const place = getPlaceAlong(stack, getPhase(scene, stack.key), to)
  const [direction, normal] = [compareDirections(stack, follower), getNormal(follower)]
  if (own === undefined || other === undefined || place === undefined || !direction || !normal)
    return undefined
  const wanted = scale(normal, other + direction * (place - own))
  return findNearestSlice(follower, wanted, getPhase(scene, follower.key))
}

/** By how many millimetres a stack is shifted against the one that was active; for the overlay. */
export function getLinkOffset(
  { link }: Pick<StackScene, 'link'>,
  stacks: readonly Stack[],
  stack: Stack,
): number | undefined {
  const [own, first] = [link?.places.get(stack.key), link?.places.get(link.reference)]
  const reference = link && findStack(stacks, link.reference)
  const direction = reference && compareDirections(reference, stack)
  if (own === undefined || first === undefined || !direction || link?.inPlace.has(stack.key))
    return undefined
  return own - direction * first
}
