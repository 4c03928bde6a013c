import type { Stack, StudyStacks, Viewport } from '@talus/contract'
import { hangStack } from './hang-stack.ts'
import { layouts } from './layouts.ts'
import { getOrientation } from './orientation.ts'
import { findStack, getHangingOf } from './scene.ts'
import type { StackScene } from './scene.ts'

/** How the stacks of a study hang, by their keys; a correction of the position changes it. */
export const hangStacks = (
  study: Pick<StudyStacks, 'stacks' | 'correction'>,
  isVeterinary: boolean,
): StackScene['hangings'] =>
  new Map(
    study.stacks.map((stack) => [
      stack.key,
      hangStack(stack, getOrientation(stack, study, isVeterinary)),
    ]),
  )

/** Turns and flips the visible slices as they hang; planes are computed as they hang. */
function hangAgain(scene: StackScene, stacks: readonly Stack[]): StackScene {
  if (layouts[scene.layout].needsVolume) return scene
  const hang = (viewport: Viewport, stack: Stack): Viewport => {
    const { rotation, hflip, vflip } = getHangingOf(scene, stack)
    return { ...viewport, rotation, hflip, vflip }
  }
  return {
    ...scene,
    cells: scene.cells.map((cell) => {
      const stack = findStack(stacks, cell.stackKey)
      return stack ? { ...cell, viewport: hang(cell.viewport, stack) } : cell
    }),
  }
}

const isSameHanging = (one: Viewport | undefined, other: Viewport | undefined) =>
  one?.rotation === other?.rotation && one?.hflip === other?.hflip

/**
 * Hangs the stacks anew after the position of the animal was corrected: the words at the edges turn
 * with it, and the pictures must turn at the same moment. Slices that are shown as they were scanned
 * stay so, as do those whose hanging is unchanged, which the user may have turned. The 3D view
 * starts again from its usual side.
 */
export const withHangings =
  (hangings: StackScene['hangings'], stacks: readonly Stack[]) =>
  (now: StackScene): StackScene => {
    const changed = stacks.filter(
      ({ key }) => !isSameHanging(now.hangings.get(key), hangings.get(key)),
    )
    if (changed.length === 0) return now
    const next = { ...now, hangings, volumeView: { ...now.volumeView, axes: undefined } }
    return now.isAsScanned ? next : hangAgain(next, changed)
  }

/** Turns all stacks as they were scanned, or as animals hang. */
export const withScannedSides =
  (stacks: readonly Stack[]) =>
  (now: StackScene): StackScene =>
    hangAgain({ ...now, isAsScanned: !now.isAsScanned }, stacks)
