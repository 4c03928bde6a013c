import type { Drawing, DrawingStep, Point } from '@talus/contract'
import { readCircle } from '../circle.ts'
import { defineTool, defineStep, findStep, replaceStep } from '../define-tool.ts'
import {
  cross,
  dot,
  projectOntoLine,
  pixelDistance,
  vectorLength,
  getMidpoint,
  minus,
  plus,
  times,
  toPixels,
  toPlane,
  normalize,
} from '../geometry.ts'
import { toAngleValue, toLengthValue } from '../measured-value.ts'
import { stopAtBorder } from '../rules.ts'
import { getShapeMarks, moveShapeHandle } from '../shapes.ts'
import type { Mark, MeasuringContext, Spacing, StepShape } from '../tool-types.ts'

const femur = 1
const tibia = 2
const patella = 3
const tuberosity = 4

const shapeOf = (stepNumber: number): StepShape => (stepNumber <= tibia ? 'circle' : 'line')

/** The centres of femur and tibia in millimetres; `normal` is the direction between them. */
function jointOf(drawing: Drawing | undefined, spacing: Spacing) {
  const upper = readCircle(findStep(drawing, femur), spacing)
  const lower = readCircle(findStep(drawing, tibia), spacing)
  if (!upper || !lower) return undefined
  const [from, to] = [toPlane(upper.centre, spacing), toPlane(lower.centre, spacing)]
  const normal = normalize(minus(to, from))
  return normal && { from, to, normal, upper: upper.radius, lower: lower.radius }
}

export interface Advancement {
  /** In millimetres; negative if the tendon is past the right angle already. */
  readonly advancement: number
  /** In degrees, before the operation. */
  readonly patellarTendonAngle: number
  /** Gap between the two circles in millimetres; a large one means that they are badly drawn. */
  readonly contactGap: number
  /** In pixels of the image. */
  readonly contact: Point
  readonly foot: Point
}

/** Circles with a larger gap or overlap do not match the joint surfaces. */
export const contactGapMax = 2

/** Computes the advancement by the common tangent of femur and tibia. */
export function computeTuberosityAdvancement(
  drawing: Drawing,
  spacing: Spacing,
): Advancement | undefined {
  const joint = jointOf(drawing, spacing)
  const patellaHandle = findStep(drawing, patella)?.handles.start
  const tuberosityHandle = findStep(drawing, tuberosity)?.handles.start
  if (!joint || !patellaHandle || !tuberosityHandle) return undefined
  const { from, to, normal } = joint
  const [tendonOrigin, tendonEnd] = [
    toPlane(patellaHandle, spacing),
    toPlane(tuberosityHandle, spacing),
  ]
  const tendon = minus(tendonEnd, tendonOrigin)
  const down = dot(tendon, normal)
  const length = Math.abs(cross(tendon, normal))
  // The patella is cranial to the femur, so it shows which side of the image is cranial.
  const cranial = Math.sign(cross(minus(tendonOrigin, from), normal))
  const isPast = cranial !== 0 && Math.sign(cross(tendon, normal)) === cranial
  const advancement = isPast ? -length : length
  const contact = getMidpoint(
    plus(from, times(normal, joint.upper)),
    minus(to, times(normal, joint.lower)),
  )
  return {
    advancement,
    patellarTendonAngle: 90 + (Math.atan2(advancement, down) * 180) / Math.PI,
    contactGap: vectorLength(minus(to, from)) - joint.upper - joint.lower,
    contact: toPixels(contact, spacing),
    foot: toPixels(projectOntoLine(tendonEnd, tendonOrigin, normal), spacing),
  }
}

/**
 * The line from the patella is parallel to the joint's normal; the user only chooses its length.
 */
function patellaEnd(start: Point, towardsPoint: Point, normal: Point, context: MeasuringContext) {
  const { spacing } = context
  const along = dot(toPlane(minus(towardsPoint, start), spacing), normal)
  return stopAtBorder(start, plus(start, toPixels(times(normal, along), spacing)), context)
}

/** The foot of the perpendicular from the tuberosity to the line from the patella. */
function tuberosityEnd(start: Point, drawing: Drawing | undefined, spacing: Spacing) {
  const joint = jointOf(drawing, spacing)
  const on = findStep(drawing, patella)?.handles.start
  if (!joint || !on) return undefined
  return toPixels(
    projectOntoLine(toPlane(start, spacing), toPlane(on, spacing), joint.normal),
    spacing,
  )
}

const lineStep = (stepNumber: number, start: Point, end: Point): DrawingStep => ({
  step: stepNumber,
  handles: { start, end },
})

export const ttaTool = defineTool({
  id: 'tta',
  steps: [
    defineStep('femur', 'circle', { lockedBy: [tuberosity] }),
    defineStep('tibia', 'circle', { lockedBy: [tuberosity] }),
    defineStep('patella', 'line', {
      needs: [femur, tibia],
      lockedBy: [tuberosity],
      isDerived: true,
    }),
    defineStep('tuberosity', 'line', { needs: [femur, tibia, patella], isDerived: true }),
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
    if (!joint) return undefined
    // After a click, the line ends beside the centre of the tibia; only its direction is measured.
    const isClick = pixelDistance(from, to) < 1
    const towards = isClick ? toPixels(joint.to, context.spacing) : to
    return lineStep(patella, from, patellaEnd(from, towards, joint.normal, context))
  },
  moveHandle: (drawing, one, handle, to, context) => {
    if (handle === 'textBox' || one.step <= tibia) {
      return moveShapeHandle(shapeOf(one.step), one, handle, to, context)
    }
    if (one.step === tuberosity) {
      // Its end is computed.
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
  updateDerivedSteps: (drawing, context) => {
    const aligned = alignPatellaLine(drawing, context)
    const last = findStep(aligned, tuberosity)
    if (!aligned || !last?.handles.start) return aligned
    const end = tuberosityEnd(last.handles.start, aligned, context.spacing)
    return end && replaceStep(aligned, { ...last, handles: { ...last.handles, end } })
  },
  measure: (drawing, { spacing }) => {
    const found = computeTuberosityAdvancement(drawing, spacing)
    if (!found) return []
    return [
      toLengthValue('advancement', found.advancement, spacing, 3),
      toAngleValue('patellarTendonAngle', found.patellarTendonAngle),
      toLengthValue('contactGap', found.contactGap, spacing, 2),
    ]
  },
  getMarks: (drawing, { spacing }) => [
    ...drawing.steps.flatMap((one) => getShapeMarks(shapeOf(one.step), one, spacing)),
    ...helpLines(drawing, spacing),
  ],
})

/** The user may move the circles after the patella line: it rotates with them, length unchanged. */
function alignPatellaLine(drawing: Drawing, context: MeasuringContext): Drawing | undefined {
  const line = findStep(drawing, patella)
  const { start, end } = line?.handles ?? {}
  if (!line || !start || !end) return drawing
  const { spacing } = context
  const joint = jointOf(drawing, spacing)
  if (!joint) return undefined
  const along = toPlane(minus(end, start), spacing)
  // Already aligned: repeated rotation would let it drift by rounding errors.
  if (Math.abs(cross(along, joint.normal)) <= 1e-9 * vectorLength(along)) return drawing
  const length = vectorLength(along) * (dot(along, joint.normal) < 0 ? -1 : 1)
  const rotatedEnd = plus(start, toPixels(times(joint.normal, length), spacing))
  const handles = { ...line.handles, end: stopAtBorder(start, rotatedEnd, context) }
  return replaceStep(drawing, { ...line, handles })
}

/**
 * The line through the centres, the tangent at the joint, and the extension of the patella line to
 * the tuberosity's foot.
 */
function helpLines(drawing: Drawing, spacing: Spacing): readonly Mark[] {
  const joint = jointOf(drawing, spacing)
  if (!joint) return []
  const { from, to, normal } = joint
  const contact = getMidpoint(
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
  const lineEnd = findStep(drawing, patella)?.handles.end
  const foot = findStep(drawing, tuberosity)?.handles.end
  return [
    dashed(from, to),
    dashed(minus(contact, across), plus(contact, across)),
    ...(lineEnd && foot
      ? [{ kind: 'line' as const, from: lineEnd, to: foot, isDashed: true }]
      : []),
  ]
}
