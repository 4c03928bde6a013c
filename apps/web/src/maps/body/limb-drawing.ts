import type { BodyPart, EquineLegPart } from '@talus/anatomy'
import { shape } from '../../ui/art/curves.ts'
import type { Knot, Point } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'

/** A joint of a limb as it is named without its side. */
type WithoutSide<Part> = Part extends `${'Left' | 'Right'} ${infer Name}` ? Name : never
export type Joint = WithoutSide<EquineLegPart>

export interface DrawnJoint {
  readonly joint: Joint
  readonly contour: readonly Knot[]
  /** Which other joint lies within this one and is cut out of it. */
  readonly without?: readonly Knot[]
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
  /** Where the dot of the limb as a whole stands, on the bone between two joints. */
  readonly at: Point
}

const width = 340
const height = 600
/** Two limbs side by side. */
export const limbFrame: Frame = [0, 0, 2 * width, height]

/** The right limb at the viewer's left, as the teeth and every ventrodorsal image show it. */
export const limbSides = [
  { side: 'Right', offset: 0 },
  { side: 'Left', offset: width },
] as const

const moved = (course: readonly Knot[], offset: number): Knot[] =>
  course.map(([x, y, r = 1]) => [x + offset, y, r])

const pathOf = ({ contour, without }: DrawnJoint, offset: number) =>
  shape(moved(contour, offset)) + (without ? shape(moved(without, offset)) : '')

/** The joints of both limbs, and what lies between them: the legs as a whole. */
export function limbRegions({ part, joints, at }: LimbDrawing): DrawnRegion<BodyPart>[] {
  const drawn = limbSides.flatMap(({ side, offset }) =>
    joints.map((joint): DrawnRegion<BodyPart> => ({
      id: `${side} ${joint.joint}`,
      path: pathOf(joint, offset),
      at: [joint.at[0] + offset, joint.at[1]],
    })),
  )
  // A hole within a hole would be filled again.
  const nested = joints.map(({ without }) => without)
  const outermost = joints.filter(({ contour }) => !nested.includes(contour))
  const holes = limbSides.flatMap(({ offset }) =>
    outermost.map(({ contour }) => shape(moved(contour, offset))),
  )
  const rest = `M0 0H${2 * width}V${height}H0Z${holes.join('')}`
  return [{ id: part, path: rest, at }, ...drawn]
}
