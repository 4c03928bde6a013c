import type { View } from '@talus/anatomy'
import type { Basis } from './camera.ts'
import type { Vec } from './geometry.ts'

/** Of the trunk: x caudal, y ventral, z to the left. A lateral has the head on the left. */
export const trunkFromSide: Basis = { right: [1, 0, 0], down: [0, 1, 0], beam: [0, 0, 1] }
/** Head up, the right of the animal on the left of the picture. */
export const trunkFromAbove: Basis = { right: [0, 0, 1], down: [1, 0, 0], beam: [0, 1, 0] }

const around = (degrees: number): Basis => {
  const a = (degrees * Math.PI) / 180
  const [c, s] = [Math.cos(a), Math.sin(a)]
  return { right: [c, 0, s], down: [0, 1, 0], beam: [-s, 0, c] }
}

/** From above at an angle to the ground; the limb's front is on the side that the beam enters. */
function slanted(degrees: number, enters: 'front' | 'back'): Basis {
  const a = (degrees * Math.PI) / 180
  const way = enters === 'front' ? 1 : -1
  const beam: Vec = [way * Math.cos(a), Math.sin(a), 0]
  return { right: [0, 0, 1], down: [-way * Math.sin(a), Math.cos(a), 0], beam }
}

/** Of a leg: x caudal or palmar, y distal, z lateral, as they are shown by custom. */
export function legBasis(view: View): Basis {
  switch (view) {
    case 'LAT':
    case 'LM':
      return around(0)
    case 'DLMPO':
      return around(45)
    case 'DMPLO':
      return around(-45)
    case 'CD30L_CRMO':
      return around(120)
    case 'D65PR_PADIO':
      return slanted(65, 'front')
    case 'PA55PR_PADIO':
      return slanted(55, 'back')
    case 'VD':
    case 'DV':
    case 'DP':
    case 'PA':
      return around(90)
  }
}
