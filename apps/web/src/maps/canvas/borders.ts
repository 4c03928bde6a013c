import { drawLine } from '../../ui/art/curves.ts'
import type { Knot } from '../../ui/art/curves.ts'

export type Border = readonly Knot[]

export const reverseBorder = (border: Border): Border => border.toReversed()

/**
 * Joins borders into a closed path with corners where they meet. A border is the same curve
 * forwards and backwards, so that the two regions on its sides leave no gap.
 */
export const joinBorders = (...borders: readonly Border[]): string =>
  `${borders
    .map((border, i) => (i === 0 ? drawLine(border) : drawLine(border).replace('M', 'L')))
    .join('')}Z`
