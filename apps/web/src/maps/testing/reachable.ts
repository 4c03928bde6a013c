import { moveBy } from '../canvas/moves.ts'
import type { DrawnRegion } from '../canvas/region.ts'

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** Every region that arrow keys lead to from the given one. */
export function reachable<Id extends string>(regions: readonly DrawnRegion<Id>[], from: Id) {
  const seen = new Set([from])
  // A set goes on to what is added to it on the way.
  for (const here of seen) {
    for (const key of arrows) {
      const to = moveBy(regions, here, key)
      if (to !== undefined) seen.add(to)
    }
  }
  return seen
}
