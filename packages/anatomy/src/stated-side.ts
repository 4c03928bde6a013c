import { bodyParts, isBodyPart } from './body-parts.ts'
import type { Side } from './body-parts.ts'
import { findHumanPart } from './human.ts'
import { isSideMissing } from './sides.ts'
import { findDentalRegion } from './teeth.ts'
import { isView } from './views.ts'

interface PartAndView {
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** The side that a free text names; U claims none. */
export function parseSide(text: string): Side | 'U' {
  const isLeft = /\b(?:left|gauche)\b/iu.test(text)
  const isRight = /\b(?:right|droite?)\b/iu.test(text)
  if (isLeft === isRight) return 'U'
  return isLeft ? 'L' : 'R'
}

function getPartSide(bodyPart: string): string {
  const region = findDentalRegion(bodyPart)
  if (region) return region.quadrant.charAt(0)
  if (isBodyPart(bodyPart)) return bodyParts[bodyPart].laterality
  return findHumanPart(bodyPart)?.side ?? parseSide(bodyPart)
}

/**
 * The side that an annotation states: of a limb, of the quadrant of teeth, or of a lateral of the
 * trunk, which names the side on which the animal lay. LLD and RLO are terms of DICOM: left lateral
 * decubitus, right lateral oblique.
 */
export function getStatedSide({ bodyPart, bodyPartView }: PartAndView): Side | undefined {
  const side = getPartSide(bodyPart)
  if (side === 'L' || side === 'R') return side
  const found = /^(?<side>[LR])(?:LAT|LD|LO)$/u.exec(bodyPartView.trim().toUpperCase())
  const recumbent = found?.groups?.['side']
  return recumbent === 'L' || recumbent === 'R' ? recumbent : undefined
}

/** Both sides, if a corrected annotation states another one than before. */
export function findSideChange(
  before: PartAndView,
  after: PartAndView,
): { readonly from: Side; readonly to: Side } | undefined {
  const [from, to] = [getStatedSide(before), getStatedSide(after)]
  return from && to && from !== to ? { from, to } : undefined
}

/**
 * Whether a corrected annotation lacks the side of a limb. A view that is no view of the lists can
 * be any projection: our own image then needs a side, and a received one keeps the text of its file.
 */
export function isCorrectionWithoutSide(
  { bodyPart, bodyPartView }: PartAndView,
  isOwn: boolean,
): boolean {
  if (!isBodyPart(bodyPart)) return false
  const view = bodyPartView.trim().toUpperCase()
  if (isView(view)) return isSideMissing(bodyPart, view)
  return isOwn && bodyParts[bodyPart].laterality === 'to be chosen'
}
