import { dentalRegions, quadrants } from '@talus/anatomy'
import type { DentalRegion, Quadrant } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import type { Knot } from '../../ui/art/curves.ts'
import type { DrawnRegion } from '../canvas/region.ts'
import { drawQuadrant } from './arcade.ts'
import type { Arcade, DrawnTooth, MouthDrawing } from './arcade.ts'
import { catMouth } from './cat-mouth.ts'
import { dogMouth } from './dog-mouth.ts'
import { horseMouth } from './horse-mouth.ts'

export const mouthDrawings: Readonly<Record<Species, MouthDrawing>> = {
  Canine: dogMouth,
  Feline: catMouth,
  Equine: horseMouth,
}

/** The left side of the animal: the right side, mirrored at the midline of the drawing. */
const mirrorArcade = ({ course, teeth }: Arcade, width: number): Arcade => ({
  course: course.map(([x, y, r = 1]): Knot => [width - x, y, r]),
  teeth,
})

/** The side of the lips, along the arcade from the midline backwards. */
const gumSides: Readonly<Record<Quadrant, 1 | -1>> = { RU: 1, LU: -1, RL: -1, LL: 1 }

export interface DrawnDentalRegion {
  readonly region: DentalRegion
  readonly drawn: DrawnRegion<string>
  readonly teeth: readonly DrawnTooth[]
}

/** Draws the regions of a mouth with their teeth, in the order of `dentalRegions`. */
export function drawMouth(species: Species): readonly DrawnDentalRegion[] {
  const mouth = mouthDrawings[species]
  const width = mouth.frame[2]
  return quadrants.flatMap((quadrant) => {
    const right = quadrant.endsWith('U') ? mouth.upper : mouth.lower
    const arcade = quadrant.startsWith('R') ? right : mirrorArcade(right, width)
    const regions = dentalRegions[species].filter((region) => region.quadrant === quadrant)
    return drawQuadrant(arcade, regions, gumSides[quadrant])
  })
}
