import type { Stack, Vector } from '@talus/contract'
import {
  createGeometry,
  dot,
  findNearestSlice,
  isAlongSlices,
  move,
  moveFrame,
  toMillimetres,
  toVoxel,
} from '@talus/volume'
import type { Frame, NearestSlice, VolumeGeometry } from '@talus/volume'
import { countSlices } from './contents.ts'
import { followLink } from './link.ts'
import { findStack, getContent, getPhase } from './scene.ts'
import type { CellState, StackScene } from './scene.ts'
import { getSlicePlace, isSameFrame } from './slice-place.ts'

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export const clampSlice = (slice: number, count: number): number =>
  clamp(Math.round(slice), 0, Math.max(0, count - 1))

/** The nearest place inside the volume. */
export function clampToVolume(geometry: VolumeGeometry, place: Vector): Vector {
  const [i, j, k] = toVoxel(geometry, place)
  return toMillimetres(geometry, [
    clamp(i, 0, geometry.columns - 1),
    clamp(j, 0, geometry.rows - 1),
    clamp(k, 0, geometry.count - 1),
  ])
}

/** The distance to the next voxels along a direction. */
export function getStepAlong(
  { row, column, normal, spacing, places, count }: VolumeGeometry,
  direction: Vector,
) {
  const gap = (places[count - 1] ?? 0) / Math.max(1, count - 1)
  return (
    Math.abs(dot(direction, row)) * spacing[1] +
    Math.abs(dot(direction, column)) * spacing[0] +
    Math.abs(dot(direction, normal)) * gap
  )
}

/** The place on the slice that is so many slices further, from a place on a slice or between two. */
function stepToSlice(geometry: VolumeGeometry, place: Vector, steps: number): Vector {
  const [i, j, k] = toVoxel(geometry, place)
  const from = steps > 0 ? Math.floor(k + 1e-3) : Math.ceil(k - 1e-3)
  return toMillimetres(geometry, [i, j, clamp(from + Math.round(steps), 0, geometry.count - 1)])
}

/**
 * Moves the planes along the normal of one of them. A plane along the slices goes as they do from one
 * to the next, at whatever distances they lie: between them it would show what nobody has scanned.
 * The others go away from the viewer.
 */
export function scrollFrame(
  frame: Frame,
  geometry: VolumeGeometry,
  normal: Vector,
  steps: number,
): Frame {
  if (isAlongSlices(geometry, { normal }))
    return moveFrame(frame, clampToVolume(geometry, stepToSlice(geometry, frame.origin, steps)))
  const isAgainstSlices = dot(normal, geometry.normal) < -Math.SQRT1_2
  const way = (isAgainstSlices ? -steps : steps) * getStepAlong(geometry, normal)
  const origin = move(frame.origin, normal, way)
  return moveFrame(frame, clampToVolume(geometry, origin))
}

/** Mean distance of neighbouring slices; 1 if their positions are unknown. */
function getGap(stack: Stack, phase: number): number {
  if (stack.kind !== 'volume') return 1
  const { places, count } = createGeometry(stack, phase)
  return (places[count - 1] ?? 0) / Math.max(1, count - 1) || 1
}

/** The aim of a viewport, or its slice if it was not moved by scrolling with others. */
function getAim({ slice, aim }: CellState, count: number): number {
  return aim !== undefined && clampSlice(aim, count) === slice ? aim : slice
}

/** A viewport scrolls on its own again. */
export const withoutAim = (cell: CellState): CellState => ({ ...cell, aim: undefined })

/**
 * The slice of a series at the place of a slice of another one: the linked place if the user has linked
 * them, the same place if both have one frame of reference; undefined if neither is known.
 */
export function findFollowingSlice(
  scene: StackScene,
  { stack, slice }: { readonly stack: Stack; readonly slice: number },
  follower: Stack,
): NearestSlice | undefined {
  const { link } = scene
  const areInPlace = link?.inPlace.has(stack.key) === true && link.inPlace.has(follower.key)
  const linked =
    link && !areInPlace ? followLink(link, scene, { stack, to: slice }, follower) : undefined
  if (linked) return linked
  const place = isSameFrame(stack, follower)
    ? getSlicePlace(stack, getPhase(scene, stack.key), slice)
    : undefined
  return place && findNearestSlice(follower, place, getPhase(scene, follower.key))
}

/**
 * Another viewport when one is scrolled: at the linked place if the user has linked both stacks, at
 * the same place if they have one frame of reference, otherwise as many millimetres further.
 * Its aim goes on while its stack stands at its end, so that both come back to the same pair of slices.
 */
function followSlice(
  scene: StackScene,
  stacks: readonly Stack[],
  { from, to, stack }: { from: number; to: number; stack: Stack },
  other: CellState,
): CellState {
  const follower = findStack(stacks, other.stackKey)
  if (!follower) return other
  const [phase, ownPhase] = [getPhase(scene, stack.key), getPhase(scene, follower.key)]
  // Two viewports of one stack keep their distance: they would show the same slice.
  const found =
    follower === stack ? undefined : findFollowingSlice(scene, { stack, slice: to }, follower)
  if (found) return withoutAim({ ...other, slice: found.index })
  const by = ((to - from) * getGap(stack, phase)) / getGap(follower, ownPhase)
  const count = countSlices(follower, ownPhase)
  const aim = getAim(other, count) + by
  return { ...other, slice: clampSlice(aim, count), aim }
}

/** The stacks of the active viewport and of another one that is scrolled with it, if they differ. */
function findPair(scene: StackScene, stacks: readonly Stack[], index: number) {
  const [active, cell] = [scene.cells[scene.active], scene.cells[index]]
  const stack = active && findStack(stacks, active.stackKey)
  const follower = cell && findStack(stacks, cell.stackKey)
  if (!scene.isSynchronised || !stack || !follower || stack === follower) return undefined
  return { stack, slice: active.slice, follower, cell }
}

/**
 * Whether a viewport scrolls as many millimetres as the active one, because nobody knows which of their
 * slices show the same place.
 */
export function isScrolledUnlinked(
  scene: StackScene,
  stacks: readonly Stack[],
  index: number,
): boolean {
  const pair = findPair(scene, stacks, index)
  if (!pair) return false
  if (getContent(scene, scene.active).kind !== 'stack') return false
  const { stack, follower, slice } = pair
  return (
    !isSameFrame(stack, follower) &&
    findFollowingSlice(scene, { stack, slice }, follower) === undefined
  )
}

/** Whether a series that follows the active viewport has no slice at its place. */
export function isOutsideOfActive(
  scene: StackScene,
  stacks: readonly Stack[],
  index: number,
): boolean {
  const pair = findPair(scene, stacks, index)
  if (!pair) return false
  const { stack, follower, slice, cell } = pair
  const found = findFollowingSlice(scene, { stack, slice }, follower)
  if (found) return found.isOutside
  // Without its position, a series of the same frame of reference is nowhere.
  if (isSameFrame(stack, follower)) return false
  // As above, the first and the last slice reach half a gap further.
  const count = countSlices(follower, getPhase(scene, follower.key))
  return Math.abs(getAim(cell, count) - cell.slice) > half
}

/** Between two slices, in slices. */
const half = 0.5 + 1e-6

/** Shows a slice in a viewport, and the matching ones in the others if they are synchronised. */
export const withSlice =
  (index: number, slice: number, stacks: readonly Stack[]) =>
  (now: StackScene): StackScene => {
    const cell = now.cells[index]
    const stack = cell && findStack(stacks, cell.stackKey)
    if (!stack) return now
    const count = countSlices(stack, getPhase(now, stack.key))
    const to = clampSlice(slice, count)
    if (to === cell.slice) return now
    const from = getAim(cell, count)
    const cells = now.cells.map((one, at) => {
      if (at === index) return withoutAim({ ...one, slice: to })
      const isFollowing = now.isSynchronised && getContent(now, at).kind === 'stack'
      return isFollowing ? followSlice(now, stacks, { from, to, stack }, one) : one
    })
    return { ...now, cells }
  }
