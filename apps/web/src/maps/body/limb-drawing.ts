import type { BodyPart, OneSidedPart } from '@talus/anatomy'
import { drawShape } from '../../ui/art/curves.ts'
import type { Knot, Point } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'

/** The name of a joint without its side. */
type WithoutSide<Part> = Part extends `${'Left' | 'Right'} ${infer Name}` ? Name : never
export type Joint = Exclude<WithoutSide<OneSidedPart>, 'Scapula'>

export interface DrawnJoint {
  readonly joint: Joint
  readonly contour: readonly Knot[]
  /** The contour of another joint inside this one, which is cut out of it. */
  readonly hole?: readonly Knot[]
  readonly at: Point
}

/** One limb, from the side, its dorsal edge to the left as on a radiograph. */
export interface LimbDrawing {
  readonly part: 'Front Legs' | 'Back Legs'
  /** The name of one limb of the pair without its side, for the region between the joints. */
  readonly whole: 'Front Leg' | 'Back Leg'
  readonly contour: readonly Knot[]
  readonly bones: readonly (readonly Knot[])[]
  readonly marks: readonly string[]
  readonly surface: readonly string[]
  readonly joints: readonly DrawnJoint[]
  /** Position of the dot of the whole limb, on the bone between two joints. */
  readonly at: Point
  /** Position of the name of the side. */
  readonly label: Point
}

const width = 340
const height = 600
/** The frame of two limbs side by side. */
export const limbFrame: Frame = [0, 0, 2 * width, height]

/**
 * The right limb is at the viewer's left, as on the map of the teeth and on ventrodorsal images.
 */
export const limbSides = [
  { side: 'Right', offset: 0 },
  { side: 'Left', offset: width },
] as const

const shift = (course: readonly Knot[], offset: number): Knot[] =>
  course.map(([x, y, r = 1]) => [x + offset, y, r])

const drawJoint = ({ contour, hole }: DrawnJoint, offset: number) =>
  drawShape(shift(contour, offset)) + (hole ? drawShape(shift(hole, offset)) : '')

/** The regions of the joints of both limbs, and one for the rest of each limb. */
export function createLimbRegions({ whole, joints, at }: LimbDrawing): DrawnRegion<BodyPart>[] {
  // A hole within a hole would be filled again.
  const nested = joints.map(({ hole }) => hole)
  const outermost = joints.filter(({ contour }) => !nested.includes(contour))
  return limbSides.flatMap(({ side, offset }) => {
    const holes = outermost.map(({ contour }) => drawShape(shift(contour, offset)))
    const rest: DrawnRegion<BodyPart> = {
      id: `${side} ${whole}`,
      path: `M${offset} 0H${offset + width}V${height}H${offset}Z${holes.join('')}`,
      at: [at[0] + offset, at[1]],
    }
    const drawn = joints.map((joint): DrawnRegion<BodyPart> => ({
      id: `${side} ${joint.joint}`,
      path: drawJoint(joint, offset),
      at: [joint.at[0] + offset, joint.at[1]],
    }))
    return [rest, ...drawn]
  })
}
