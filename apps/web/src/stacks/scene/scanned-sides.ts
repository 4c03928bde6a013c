import type { Stack } from '@talus/contract'
import { layouts } from './layouts.ts'
import { findStack, getHangingOf } from './scene.ts'
import type { StackScene } from './scene.ts'

/** Turns all stacks as they were scanned, or as animals hang; planes are computed as they hang. */
export const withScannedSides =
  (stacks: readonly Stack[]) =>
  (now: StackScene): StackScene => {
    const next = { ...now, isAsScanned: !now.isAsScanned }
    if (layouts[now.layout].needsVolume) return next
    const cells = now.cells.map((cell) => {
      const stack = findStack(stacks, cell.stackKey)
      if (!stack) return cell
      const { rotation, hflip, vflip } = getHangingOf(next, stack)
      return { ...cell, viewport: { ...cell.viewport, rotation, hflip, vflip } }
    })
    return { ...next, cells }
  }
