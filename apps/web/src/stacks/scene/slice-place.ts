import type { Stack, Vector } from '@talus/contract'
import { move } from '@talus/volume'

/** Whether places in both series are comparable. */
export const isSameFrame = (one: Stack, other: Stack): boolean =>
  one.frameOfReferenceUID !== '' && one.frameOfReferenceUID === other.frameOfReferenceUID

/** The middle of a slice in millimetres; undefined if its position is unknown. */
export function getSlicePlace(stack: Stack, phase: number, slice: number): Vector | undefined {
  const position = stack.phases[phase]?.slices[slice]?.position
  if (!position || !stack.orientation || !stack.spacing) return undefined
  const across = move(position, stack.orientation.row, ((stack.columns - 1) / 2) * stack.spacing[1])
  return move(across, stack.orientation.column, ((stack.rows - 1) / 2) * stack.spacing[0])
}
