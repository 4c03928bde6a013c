import type { Stack } from '@talus/contract'
import type { SliceFacts } from '../slice-facts.ts'

/** Groups the slices of a study into stacks; `hash` makes the key of a stack from its slices. */
export function buildStacks(
  slices: readonly SliceFacts[],
  hash: (text: string) => string,
): Stack[] {
  throw new Error(`${slices.length} slices ${hash('')}`)
}
