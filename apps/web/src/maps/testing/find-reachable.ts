import { findNextRegion } from '../canvas/find-next-region.ts'
import type { DrawnRegion } from '../canvas/region.ts'

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** Finds all regions that the arrow keys reach from the given one. */
export function findReachable<Id extends string>(regions: readonly DrawnRegion<Id>[], from: Id) {
  const seen = new Set([from])
  // Iterating a Set also visits the items added during the iteration.
  for (const here of seen) {
    for (const key of arrows) {
      const to = findNextRegion(regions, here, key)
      if (to !== undefined) seen.add(to)
    }
  }
  return seen
}
