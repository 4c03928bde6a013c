import { bodyParts } from './body-parts.ts'
import type { BodyPart, Limb } from './body-parts.ts'
import type { DentalRegion } from './teeth.ts'
import type { View } from './views.ts'

/**
 * Patient Orientation (0020,0020) of an animal: the direction of the rows (to the right of the
 * image) and of the columns (down). DICOM uses Smallwood's letters, in which R is rostral and L
 * lateral.
 */
export type Orientation = readonly [rows: string, columns: string]

/** Image Laterality: left or right of a pair, both, or unpaired. */
export type ImageLaterality = 'L' | 'R' | 'B' | 'U'

const lateralOfTrunk: Orientation = ['CD', 'V']
/** The right side of the animal is on the left of the image. */
const trunkFromAbove: Orientation = ['LE', 'CD']
/** Proximal is up and medial on the left, for left and right legs. */
const frontOfLeg: Orientation = ['L', 'DI']

/** The back of a leg is caudal above carpus and tarsus, and palmar or plantar below them. */
const upperParts: ReadonlySet<BodyPart> = new Set(['Left Stifle', 'Right Stifle'] as const)
const backLetters: Readonly<Record<Limb, string>> = { front: 'PA', hind: 'PL' }

function getLegOrientation(
  view: View,
  part: BodyPart,
  limb: Limb,
  side: ImageLaterality | undefined,
): Orientation {
  const back = upperParts.has(part) ? 'CD' : backLetters[limb]
  switch (view) {
    case 'LAT':
      return ['CD', 'DI']
    case 'LM':
      return [back, 'DI']
    // Without a side the image shows both legs or the hips, and the sides are those of the animal.
    case 'VD':
    case 'DV':
      if (side === 'L' || side === 'R') return frontOfLeg
      return ['LE', limb === 'hind' ? 'CD' : 'DI']
    // An oblique beam: dorsal is on the left, and the right edge is the back of the other side.
    case 'DLMPO':
      return [`${back}L`, 'DI']
    case 'DMPLO':
      return [`${back}M`, 'DI']
    // Nearly from behind: lateral moves to the front by the angle of the tube.
    case 'CD30L_CRMO':
      return ['LCR', 'DI']
    // The foot is on the plate, and the beam comes from above and behind.
    case 'PA55PR_PADIO':
      return ['L', 'PA']
    case 'DP':
    case 'PA':
    case 'D65PR_PADIO':
      return frontOfLeg
  }
}

/**
 * The orientation of a conventionally displayed image: a lateral with the head on the left, the
 * trunk from above with the head up and the animal's right on the left, a leg with its upper end up
 * and its front or inner side on the left. Any other view of the trunk is treated as one from above
 * or below, because an image for presentation must have an orientation.
 */
export function getOrientation(view: View, part: BodyPart, side?: ImageLaterality): Orientation {
  const { limb } = bodyParts[part]
  if (limb) return getLegOrientation(view, part, limb, side)
  return view === 'LAT' || view === 'LM' ? lateralOfTrunk : trunkFromAbove
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
