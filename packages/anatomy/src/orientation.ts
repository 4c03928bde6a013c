import { bodyParts } from './body-parts.ts'
import type { BodyPart, Limb } from './body-parts.ts'
import type { DentalRegion } from './teeth.ts'
import type { View } from './views.ts'

/**
 * Patient Orientation (0020,0020) of an animal: where the rows lead, to the right of the image, and
 * where the columns lead, down. In Smallwood's letters of DICOM, in which R is rostral and L lateral.
 */
export type Orientation = readonly [rows: string, columns: string]

/** Of an image: of the left or right one of a pair, of both, or of what there is only one. */
export type Side = 'L' | 'R' | 'B' | 'U'

const lateralOfTrunk: Orientation = ['CD', 'V']
/** The right side of the animal on the left of the image. */
const trunkFromAbove: Orientation = ['LE', 'CD']
/** Proximal up and medial on the left, of a left and of a right leg alike. */
const frontOfLeg: Orientation = ['L', 'DI']

/** Above carpus and tarsus a leg has a caudal side, below a palmar or plantar one. */
const upperParts: ReadonlySet<BodyPart> = new Set(['Left Stifle', 'Right Stifle'] as const)
const backOf: Readonly<Record<Limb, string>> = { front: 'PA', hind: 'PL' }

function ofLeg(view: View, part: BodyPart, limb: Limb, side: Side | undefined): Orientation {
  const back = upperParts.has(part) ? 'CD' : backOf[limb]
  switch (view) {
    case 'LAT':
      return ['CD', 'DI']
    case 'LM':
      return [back, 'DI']
    // Both legs beside each other, or the hips: then the sides are those of the animal.
    case 'VD':
    case 'DV':
      if (side === 'L' || side === 'R') return frontOfLeg
      return ['LE', limb === 'hind' ? 'CD' : 'DI']
    // The beam goes across: dorsal is on the left, and the right edge is the back of the other side.
    case 'DLMPO':
      return [`${back}L`, 'DI']
    case 'DMPLO':
      return [`${back}M`, 'DI']
    // Nearly from behind: lateral moves to the front by as much as the tube moved to the side.
    case 'CD30L_CRMO':
      return ['LCR', 'DI']
    // The foot stands on the plate and is seen from above and behind.
    case 'PA55PR_PADIO':
      return ['L', 'PA']
    case 'DP':
    case 'PA':
    case 'D65PR_PADIO':
      return frontOfLeg
  }
}

/**
 * How an image lies that is shown as is the custom: a lateral with the head on the left, the trunk
 * from above with the head up and the animal's right on the left, a leg with its upper end up and its
 * front or inner side on the left. A view that the trunk has no name for is taken for one from above
 * or below: an image for presentation must say how it lies.
 */
export function orientationOf(view: View, part: BodyPart, side?: Side): Orientation {
  const { limb } = bodyParts[part]
  if (limb) return ofLeg(view, part, limb, side)
  return view === 'LAT' || view === 'LM' ? lateralOfTrunk : trunkFromAbove
}

/**
 * Of a dental image mounted as one looks at the animal: incisors from the front, the right cheek with
 * the nose on the right, the left one with the nose on the left; roots of upper teeth up.
 */
export function orientationOfTeeth({ kind, quadrant }: DentalRegion): Orientation {
  if (kind === 'Incisors') return ['LE', 'V']
  return [quadrant.startsWith('R') ? 'R' : 'CD', 'V']
}
