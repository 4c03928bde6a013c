import { getOrientation } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { ViewBasis } from './camera.ts'
import { multiply } from './geometry.ts'
import type { Vec } from './geometry.ts'

/**
 * Lateral view of the trunk, with the head on the left. Coordinates: x caudal, y ventral, z to the
 * left.
 */
export const trunkFromSide: ViewBasis = { right: [1, 0, 0], down: [0, 1, 0], beam: [0, 0, 1] }
/** View of the trunk with the head up and the right side of the animal on the left of the image. */
export const trunkFromAbove: ViewBasis = { right: [0, 0, 1], down: [1, 0, 0], beam: [0, 1, 0] }

const rotateAroundLimb = (degrees: number): ViewBasis => {
  const a = (degrees * Math.PI) / 180
  const [c, s] = [Math.cos(a), Math.sin(a)]
  return { right: [c, 0, s], down: [0, 1, 0], beam: [-s, 0, c] }
}

/**
 * View from above at an angle to the ground; the beam enters at the front or the back of the limb.
 */
function createObliqueBasis(degrees: number, enters: 'front' | 'back'): ViewBasis {
  const a = (degrees * Math.PI) / 180
  const sign = enters === 'front' ? 1 : -1
  const beam: Vec = [sign * Math.cos(a), Math.sin(a), 0]
  return { right: [0, 0, 1], down: [-sign * Math.sin(a), Math.cos(a), 0], beam }
}

const sideViews: ReadonlySet<View> = new Set(['LAT', 'RLAT', 'LLAT', 'LM', 'ML'] as const)
export const isSideView = (view: View): boolean => sideViews.has(view)

export const mirrorBasis = (basis: ViewBasis): ViewBasis => ({
  ...basis,
  right: multiply(basis.right, -1),
})

function getUnmirroredBasis(view: View): ViewBasis {
  switch (view) {
    case 'LAT':
    case 'RLAT':
    case 'LLAT':
    case 'LM':
    case 'ML':
      return rotateAroundLimb(0)
    case 'DLMPO':
      return rotateAroundLimb(45)
    case 'DMPLO':
      return rotateAroundLimb(-45)
    case 'CD30L_CRMO':
      return rotateAroundLimb(120)
    case 'D65PR_PADIO':
      return createObliqueBasis(65, 'front')
    case 'PA55PR_PADIO':
      return createObliqueBasis(55, 'back')
    case 'VD':
    case 'DV':
    case 'DP':
    case 'PA':
    case 'CRCD':
    case 'CDCR':
      return rotateAroundLimb(90)
  }
}

/**
 * The customary view of a leg. Coordinates: x caudal or palmar, y distal, z lateral. Medial is on
 * the right of the image if the patient orientation of the view says so: the same leg of the other
 * side is its mirror image.
 */
export function getLegBasis(view: View, part: BodyPart): ViewBasis {
  const basis = getUnmirroredBasis(view)
  const [rows] = getOrientation(view, part)
  return rows.startsWith('M') ? mirrorBasis(basis) : basis
}
