import { defaultViewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import { createFrame, createGeometry, findNearestSlice, getCentre } from '@talus/volume'
import type { Frame } from '@talus/volume'
import { getMiddle, listContents } from './contents.ts'
import { layouts } from './layouts.ts'
import type { LayoutName } from './layouts.ts'
import {
  createCell,
  findStack,
  getActiveCell,
  getCellPhase,
  getHangingOf,
  getSliceCentre,
} from './scene.ts'
import type { StackScene } from './scene.ts'
import { findFollowingSlice } from './scroll.ts'

/** The slice of a stack that is nearest to the cross-hair. */
const findSliceAtFrame = (stack: Stack, phase: number, frame: Frame | undefined) =>
  frame && stack.kind === 'volume' ? findNearestSlice(stack, frame.origin, phase)?.index : undefined

/**
 * The slice of another series when a layout shows it: while series scroll together, the one at the
 * place of the active viewport, or the one that was visible before; otherwise a middle one.
 */
function findFirstSlice(
  now: StackScene,
  active: { readonly stack: Stack; readonly slice: number },
  other: Stack,
): number {
  if (!now.isSynchronised) return getMiddle(other)
  const following = findFollowingSlice(now, active, other)
  const visible = now.cells.find(({ stackKey }) => stackKey === other.key)
  return following?.index ?? visible?.slice ?? getMiddle(other)
}

/**
 * Shows another layout of the series in the active viewport, at the place that is visible now. In the
 * layout that is shown already, all viewports become visible and stay as they are.
 */
export const withLayout =
  (layout: LayoutName, stacks: readonly Stack[]) =>
  (now: StackScene): StackScene => {
    const cell = getActiveCell(now)
    const stack = cell && findStack(stacks, cell.stackKey)
    if (!cell || !stack) return now
    if (now.layout === layout)
      return now.enlarged === undefined ? now : { ...now, enlarged: undefined }
    const phase = getCellPhase(now, cell)
    const wasPlane = layouts[now.layout].needsVolume
    const slice = (wasPlane ? findSliceAtFrame(stack, phase, now.frame) : undefined) ?? cell.slice
    const { cells, needsVolume } = layouts[layout]
    const phases = new Map(now.phases).set(stack.key, phase)
    const base = { ...now, layout, active: 0, enlarged: undefined, phases }
    if (!needsVolume) {
      const shown = { phase, slice, count: cells.length }
      const contents = listContents(stacks, stack, shown, (other) =>
        findFirstSlice({ ...now, phases }, { stack, slice }, other),
      )
      // The viewport of the same slices keeps its zoom and window, and phases share them.
      const viewport = wasPlane
        ? { ...getHangingOf(now, stack), window: cell.viewport.window }
        : cell.viewport
      const next = contents.map((one, at) => {
        const created = { ...createCell(now, one.stack, one.slice), phase: one.phase }
        return at === 0 || one.phase !== undefined ? { ...created, viewport } : created
      })
      const active = Math.max(
        0,
        next.findIndex((one) => one.phase === phase),
      )
      // Phases are compared place by place.
      const isSynchronised = now.isSynchronised || contents.some((one) => one.phase !== undefined)
      return { ...base, cells: next, active, isSynchronised }
    }
    if (stack.kind !== 'volume') return now
    const centre = getSliceCentre(stack, phase, slice)
    const frame =
      wasPlane && now.frame
        ? now.frame
        : centre
          ? createFrame(centre)
          : createFrame(getCentre(createGeometry(stack, phase)))
    const { window, invert } = cell.viewport
    const viewport = { ...defaultViewport, window, invert }
    return {
      ...base,
      frame,
      cine: { ...now.cine, isPlaying: false },
      cells: cells.map(() => ({ ...createCell(now, stack, slice), viewport })),
    }
  }
