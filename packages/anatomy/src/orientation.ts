import { bodyParts } from './body-parts.ts'
import type { BodyPart, Limb, Side } from './body-parts.ts'
import type { DentalRegion } from './teeth.ts'
import type { View } from './views.ts'

/**
 * Patient Orientation (0020,0020) of an animal: the direction of the rows (to the right of the
 * image) and of the columns (down). DICOM uses Smallwood's letters, in which R is rostral and L
 * lateral.
 */
export type Orientation = readonly [rows: string, columns: string]

const lateralOfTrunk: Orientation = ['CD', 'V']
/** The right side of the animal is on the left of the image. */
const trunkFromAbove: Orientation = ['LE', 'CD']

/** The back of a leg is caudal above carpus and tarsus, and palmar or plantar below them. */
const isUpperPart = (part: BodyPart) => /(?:Stifle|Hip|Shoulder|Elbow|Scapula)$/u.test(part)
const isLowerPart = (part: BodyPart) => /(?:Carpus|Tarsus|Fetlock|foot|Forelimb)$/u.test(part)
const backLetters: Readonly<Record<Limb, string>> = { front: 'PA', hind: 'PL' }

/**
 * Views of a leg along its length are as the tube sees them and are not mirrored: from the front,
 * lateral is on the right of the image for a left leg and on the left for a right one.
 */
const isLateralOnRight = (side: Side, beamEnters: 'front' | 'back') =>
  (side === 'L') === (beamEnters === 'front')

function getLegOrientation(view: View, part: BodyPart, limb: Limb, side: Side): Orientation {
  const back = isUpperPart(part) ? 'CD' : backLetters[limb]
  const fromFront = isLateralOnRight(side, 'front') ? 'L' : 'M'
  const fromBack = isLateralOnRight(side, 'back') ? 'L' : 'M'
  switch (view) {
    case 'LAT':
    case 'RLAT':
    case 'LLAT':
      return ['CD', 'DI']
    case 'ML':
      return [isLowerPart(part) ? back : 'CD', 'DI']
    case 'LM':
      return [back, 'DI']
    // An oblique beam: dorsal is on the left, and the right edge is the back of the other side.
    case 'DLMPO':
      return [`${back}L`, 'DI']
    case 'DMPLO':
      return [`${back}M`, 'DI']
    // Nearly from behind: lateral moves to the front by the angle of the tube.
    case 'CD30L_CRMO':
      return [isLateralOnRight(side, 'back') ? 'LCR' : 'MCD', 'DI']
    // The foot is on the plate, and the beam comes from above and behind.
    case 'PA55PR_PADIO':
      return [fromBack, 'PA']
    case 'PA':
    case 'CDCR':
      return [fromBack, 'DI']
    case 'VD':
    case 'DV':
    case 'DP':
    case 'CRCD':
    case 'D65PR_PADIO':
      return [fromFront, 'DI']
  }
}

const lateralViews: ReadonlySet<View> = new Set(['LAT', 'RLAT', 'LLAT', 'LM', 'ML'] as const)

/**
 * The orientation of a conventionally displayed image: a lateral with the head or the front of the
 * leg on the left, the trunk and both legs from above with the head up and the animal's right on
 * the left, a leg with its upper end up. Any other view of the trunk is treated as one from above
 * or below, because an image for presentation must have an orientation.
 */
export function getOrientation(view: View, part: BodyPart): Orientation {
  const { limb, laterality } = bodyParts[part]
  if (limb && (laterality === 'L' || laterality === 'R'))
    return getLegOrientation(view, part, limb, laterality)
  if (lateralViews.has(view)) return limb ? ['CD', 'DI'] : lateralOfTrunk
  // Both legs or the hips: the sides are those of the animal.
  return limb === 'front' ? ['LE', 'DI'] : trunkFromAbove
}

/**
 * The orientation of a dental image for an observer who faces the animal: incisors from the front,
 * the right cheek with the nose on the right, the left cheek with the nose on the left, and the
 * roots of upper teeth up.
 */
export function getDentalOrientation({ kind, quadrant }: DentalRegion): Orientation {
  if (kind === 'Incisors') return ['LE', 'V']
  return [quadrant.startsWith('R') ? 'R' : 'CD', 'V']
}
