import { line } from '../../ui/art/curves.ts'
import type { Knot } from '../../ui/art/curves.ts'

export type Border = readonly Knot[]

export const reversed = (border: Border): Border => border.toReversed()

/**
 * A closed path along borders, one after another, with a corner where they meet. A border is the
 * same curve forwards and backwards, so that two regions on either side of it leave no gap.
 */
export const ring = (...borders: readonly Border[]): string =>
  `${borders
    .map((border, i) => (i === 0 ? line(border) : line(border).replace('M', 'L')))
    .join('')}Z`
