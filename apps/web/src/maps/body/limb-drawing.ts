import type { BodyPart, EquineLegPart } from '@talus/anatomy'
import { drawShape } from '../../ui/art/curves.ts'
import type { Knot, Point } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'

/** The name of a joint without its side. */
type WithoutSide<Part> = Part extends `${'Left' | 'Right'} ${infer Name}` ? Name : never
export type Joint = WithoutSide<EquineLegPart>

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
  readonly contour: readonly Knot[]
  readonly bones: readonly (readonly Knot[])[]
  readonly marks: readonly string[]
  readonly surface: readonly string[]
  readonly joints: readonly DrawnJoint[]
  /** Position of the dot of the whole limb, on the bone between two joints. */
  readonly at: Point
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

/** The regions of the joints of both limbs, and one for the rest: the legs as a whole. */
export function createLimbRegions({ part, joints, at }: LimbDrawing): DrawnRegion<BodyPart>[] {
  const drawn = limbSides.flatMap(({ side, offset }) =>
    joints.map((joint): DrawnRegion<BodyPart> => ({
      id: `${side} ${joint.joint}`,
      path: drawJoint(joint, offset),
      at: [joint.at[0] + offset, joint.at[1]],
    })),
  )
  // A hole within a hole would be filled again.
  const nested = joints.map(({ hole }) => hole)
  const outermost = joints.filter(({ contour }) => !nested.includes(contour))
  const holes = limbSides.flatMap(({ offset }) =>
    outermost.map(({ contour }) => drawShape(shift(contour, offset))),
  )
  const rest = `M0 0H${2 * width}V${height}H0Z${holes.join('')}`
  return [{ id: part, path: rest, at }, ...drawn]
}
