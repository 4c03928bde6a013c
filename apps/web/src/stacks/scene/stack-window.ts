import type { Stack } from '@talus/contract'
import type { Pixels } from '../../viewer/core/loading/pixels.ts'
import { automaticShares, findAutomaticWindow, getCellTransform } from '@talus/volume'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'

/** The window of the middle slice, for all slices: windows that differ by slice would flicker. */
export function getFileWindow(stack: Stack): GreyWindow | undefined {
  const slices = stack.phases[0]?.slices ?? []
  return slices[Math.floor(slices.length / 2)]?.window ?? undefined
}

/** A window from the values of a picture; `share` of them is left out at each end. */
export function createAutoWindow(
  stack: Stack,
  pixels: Pixels,
  share: number = automaticShares.normal,
): GreyWindow | undefined {
  const level = pixels.kind === 'grey' ? pixels.levels[0] : undefined
  if (!(level?.values instanceof Int16Array)) return undefined
  const { columns, rows, values } = level
  return findAutomaticWindow(values, columns, rows, getCellTransform(stack), share)
}

/**
 * The window of a series until the user chooses one: that of the file, or else one of the first
 * picture, which `known` keeps while the user scrolls.
 */
export function getStackWindow(
  known: Map<string, GreyWindow>,
  stack: Stack,
  pixels: Pixels | undefined,
): GreyWindow | undefined {
  const own = getFileWindow(stack) ?? known.get(stack.key)
  if (own || !pixels) return own
  const auto = createAutoWindow(stack, pixels)
  if (auto) known.set(stack.key, auto)
  return auto
}
