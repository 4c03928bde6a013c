import type { Drawing, DrawingStep, Point } from '@talus/contract'
import { circleOf } from '../circle.ts'
import { defineTool, step, stepOf, withStep } from '../define-tool.ts'
import {
  cross,
  dot,
  footOn,
  lengthOf,
  middleOf,
  minus,
  plus,
  times,
  toPixels,
  toPlane,
  unitOf,
} from '../geometry.ts'
import { angleMeasured, lengthMeasured } from '../measured.ts'
import { towards } from '../rules.ts'
import { marksOfShape, placeInShape } from '../shapes.ts'
import type { Mark, MeasuringContext, Spacing, StepShape } from '../tool.ts'

const femur = 1
const tibia = 2
const patella = 3
const tuberosity = 4

const shapeOf = (stepNumber: number): StepShape => (stepNumber <= tibia ? 'circle' : 'line')

/** From the femur's centre to the tibia's, in millimetres; `normal` is its direction. */
function jointOf(drawing: Drawing | undefined, spacing: Spacing) {
  const upper = circleOf(stepOf(drawing, femur), spacing)
  const lower = circleOf(stepOf(drawing, tibia), spacing)
  if (!upper || !lower) return undefined
  const [from, to] = [toPlane(upper.centre, spacing), toPlane(lower.centre, spacing)]
  const normal = unitOf(minus(to, from))
  return normal && { from, to, normal, upper: upper.radius, lower: lower.radius }
}

export interface Advancement {
  /** In millimetres; below 0 where the tendon is past the right angle already. */
  readonly advancement: number
  /** In degrees, before the operation. */
  readonly patellarTendonAngle: number
  /** Between the two circles along the line of their centres, in millimetres: large is ill drawn. */
  readonly contactGap: number
  /** In pixels of the image. */
  readonly contact: Point
  readonly foot: Point
}

/** Circles that stand further apart, or further in one another, do not lie on the joint. */
export const contactGapMax = 2

/** By the common tangent of femur and tibia. */
export function tuberosityAdvancement(drawing: Drawing, spacing: Spacing): Advancement | undefined {
  const joint = jointOf(drawing, spacing)
  const patellaHandle = stepOf(drawing, patella)?.handles.start
  const tuberosityHandle = stepOf(drawing, tuberosity)?.handles.start
  if (!joint || !patellaHandle || !tuberosityHandle) return undefined
  const { from, to, normal } = joint
  const [tendonOrigin, tendonEnd] = [
    toPlane(patellaHandle, spacing),
    toPlane(tuberosityHandle, spacing),
  ]
  const tendon = minus(tendonEnd, tendonOrigin)
  const down = dot(tendon, normal)
  const length = Math.abs(cross(tendon, normal))
  // The patella lies cranial of the femur: on which side that is in the image, it says itself.
  const cranial = Math.sign(cross(minus(tendonOrigin, from), normal))
  const isPast = cranial !== 0 && Math.sign(cross(tendon, normal)) === cranial
  const advancement = isPast ? -length : length
  const contact = middleOf(
    plus(from, times(normal, joint.upper)),
    minus(to, times(normal, joint.lower)),
  )
  return {
    advancement,
    patellarTendonAngle: 90 + (Math.atan2(advancement, down) * 180) / Math.PI,
    contactGap: lengthOf(minus(to, from)) - joint.upper - joint.lower,
    contact: toPixels(contact, spacing),
    foot: toPixels(footOn(tendonEnd, tendonOrigin, normal), spacing),
  }
}

/** The line from the patella goes the way of the joint's normal; only how far can be chosen. */
function patellaEnd(start: Point, towardsPoint: Point, normal: Point, context: MeasuringContext) {
  const { spacing } = context
  const along = dot(toPlane(minus(towardsPoint, start), spacing), normal)
  return towards(start, plus(start, toPixels(times(normal, along), spacing)), context)
}

/** From the tuberosity at a right angle to the line from the patella. */
function tuberosityEnd(start: Point, drawing: Drawing | undefined, spacing: Spacing) {
  const joint = jointOf(drawing, spacing)
  const on = stepOf(drawing, patella)?.handles.start
  if (!joint || !on) return undefined
  return toPixels(footOn(toPlane(start, spacing), toPlane(on, spacing), joint.normal), spacing)
}

const lineStep = (stepNumber: number, start: Point, end: Point): DrawingStep => ({
  step: stepNumber,
  handles: { start, end },
})

export const ttaTool = defineTool({
  id: 'tta',
  steps: [
    step('femur', 'circle', { lockedBy: [tuberosity] }),
    step('tibia', 'circle', { lockedBy: [tuberosity] }),
    step('patella', 'line', { needs: [femur, tibia], lockedBy: [tuberosity] }),
    step('tuberosity', 'line', { needs: [femur, tibia, patella], isDerived: true }),
  ],
  needsSpacing: true,
  isGuided: true,
  draw: (drawing, stepNumber, { from, to }, context) => {
    if (stepNumber <= tibia) return lineStep(stepNumber, from, to)
    if (stepNumber === tuberosity) {
      const foot = tuberosityEnd(from, drawing, context.spacing)
      return foot && lineStep(tuberosity, from, foot)
    }
    const joint = jointOf(drawing, context.spacing)
    return joint && lineStep(patella, from, patellaEnd(from, to, joint.normal, context))
  },
  place: (drawing, one, handle, to, context) => {
    if (handle === 'textBox' || one.step <= tibia) {
      return placeInShape(shapeOf(one.step), one, handle, to, context)
    }
    if (one.step === tuberosity) {
      // Its foot follows from the rest.
      return handle === 'start' ? { ...one, handles: { ...one.handles, start: to } } : undefined
    }
    const { start, end } = one.handles
    const joint = jointOf(drawing, context.spacing)
    if (!start || !end || !joint) return undefined
    const handles =
      handle === 'start'
        ? { start: to, end: plus(to, minus(end, start)) }
        : { start, end: patellaEnd(start, to, joint.normal, context) }
    return { ...one, handles: { ...one.handles, ...handles } }
  },
  settle: (drawing, context) => {
    const straight = withPatellaLine(drawing, context)
    const last = stepOf(straight, tuberosity)
    if (!straight || !last?.handles.start) return straight
    const end = tuberosityEnd(last.handles.start, straight, context.spacing)
    return end && withStep(straight, { ...last, handles: { ...last.handles, end } })
  },
  measure: (drawing, { spacing }) => {
    const found = tuberosityAdvancement(drawing, spacing)
    if (!found) return []
    return [
      lengthMeasured('advancement', found.advancement, spacing, 3),
      angleMeasured('patellarTendonAngle', found.patellarTendonAngle),
      lengthMeasured('contactGap', found.contactGap, spacing, 2),
    ]
  },
  marks: (drawing, { spacing }) => [
    ...drawing.steps.flatMap((one) => marksOfShape(shapeOf(one.step), one, spacing)),
    ...helpLines(drawing, spacing),
  ],
})

/** Circles may be moved while the patella line is there: it turns with them and keeps its length. */
function withPatellaLine(drawing: Drawing, context: MeasuringContext): Drawing | undefined {
  const line = stepOf(drawing, patella)
  const { start, end } = line?.handles ?? {}
  if (!line || !start || !end) return drawing
  const { spacing } = context
  const joint = jointOf(drawing, spacing)
  if (!joint) return undefined
  const along = toPlane(minus(end, start), spacing)
  // Already straight: turned again and again, it would drift by roundings.
  if (Math.abs(cross(along, joint.normal)) <= 1e-9 * lengthOf(along)) return drawing
  const length = lengthOf(along) * (dot(along, joint.normal) < 0 ? -1 : 1)
  const turnedEnd = plus(start, toPixels(times(joint.normal, length), spacing))
  const handles = { ...line.handles, end: towards(start, turnedEnd, context) }
  return withStep(drawing, { ...line, handles })
}

/** Through the centres, the tangent at the joint, and the patella line on to the tuberosity's foot. */
function helpLines(drawing: Drawing, spacing: Spacing): readonly Mark[] {
  const joint = jointOf(drawing, spacing)
  if (!joint) return []
  const { from, to, normal } = joint
  const contact = middleOf(
    plus(from, times(normal, joint.upper)),
    minus(to, times(normal, joint.lower)),
  )
  const across = times({ x: -normal.y, y: normal.x }, Math.min(joint.upper, joint.lower))
  const dashed = (a: Point, b: Point): Mark => ({
    kind: 'line',
    from: toPixels(a, spacing),
    to: toPixels(b, spacing),
    isDashed: true,
  })
  const lineEnd = stepOf(drawing, patella)?.handles.end
  const foot = stepOf(drawing, tuberosity)?.handles.end
  return [
    dashed(from, to),
    dashed(minus(contact, across), plus(contact, across)),
    ...(lineEnd && foot
      ? [{ kind: 'line' as const, from: lineEnd, to: foot, isDashed: true }]
      : []),
  ]
}
