import { bodyParts } from './body-parts.ts'
import type { BodyPart, Side } from './body-parts.ts'
import { getOrientation } from './orientation.ts'
import type { View } from './views.ts'

/** Image Laterality: left or right of a pair, both, or unpaired. */
export type ImageLaterality = Side | 'B' | 'U'

const viewsOfBothSides: ReadonlySet<View> = new Set(['VD', 'DV'] as const)

/** B for a pair without a side: it is the only value that cannot name the wrong one. */
export function getImageLaterality(part: BodyPart): ImageLaterality {
  const { laterality } = bodyParts[part]
  return laterality === 'to be chosen' ? 'B' : laterality
}

/** Whether an image of one leg does not say which: it must not be captured. */
export const isSideMissing = (part: BodyPart, view: View): boolean =>
  bodyParts[part].laterality === 'to be chosen' && !viewsOfBothSides.has(view)

/**
 * Whether neither part nor view states a side, although the view shows one: also a lateral of the
 * trunk without a side, which received images have.
 */
export const isSideUnstated = (part: BodyPart, view: View): boolean =>
  isSideMissing(part, view) ||
  (bodyParts[part].laterality === 'U' && (view === 'LAT' || view === 'LM'))

/** The lead letter of an image, and the edge of the image near which it is placed. */
export interface SideMarker {
  readonly letter: Side
  readonly edge: 'left' | 'right' | 'bottom'
  /** Whether the letter names the side of the animal beside which it is, as in a view from above. */
  readonly isPositional: boolean
}

/**
 * The marker of an image: the side of a leg, the side on which the animal lies for a lateral of the
 * trunk, and R beside the right side of the animal for a view from above. On a leg it is at the
 * lateral aspect, else at the cranial or dorsal one. Undefined if the image states no side.
 */
export function getSideMarker(part: BodyPart, view: View): SideMarker | undefined {
  const { laterality } = bodyParts[part]
  if (laterality === 'L' || laterality === 'R') {
    const [rows] = getOrientation(view, part)
    const edge = /^(?:PA|PL|CD)?L/u.test(rows) ? 'right' : 'left'
    return { letter: laterality, edge, isPositional: false }
  }
  if (view === 'RLAT' || view === 'LLAT')
    return { letter: view === 'RLAT' ? 'R' : 'L', edge: 'bottom', isPositional: false }
  return viewsOfBothSides.has(view) ? { letter: 'R', edge: 'left', isPositional: true } : undefined
}
