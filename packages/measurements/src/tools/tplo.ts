import type { Drawing, Point } from '@talus/contract'
import { drawCrossed, moveLine } from '../crossed-lines.ts'
import { defineTool, step, stepOf, withStep } from '../define-tool.ts'
import { leanTowards, minus, pixelDistance, toPlane, unitOf } from '../geometry.ts'
import { angleMeasured } from '../measured.ts'
import { minDrawMs } from '../rules.ts'
import { marksOfShape, placeInShape } from '../shapes.ts'
import type { Spacing, StepShape } from '../tool.ts'
import { rotationOf } from '../tplo-rotation.ts'
import { lineOf } from './lines.ts'
import { extensionsToCrossing } from './two-line-angle.ts'

const talus = 1
const axis = 2
const plateau = 3

const shapeOf = (stepNumber: number): StepShape =>
  stepNumber === talus ? 'circle' : stepNumber === axis ? 'crossedLines' : 'line'

const talusCentre = (drawing: Drawing | undefined): Point | undefined =>
  stepOf(drawing, talus)?.handles.start

/**
 * Degrees between the plateau and the perpendicular of the tibia's axis. Positive when the end of
 * the plateau line is the more distal one: that is its sign in the books when the line was drawn
 * from cranial to caudal. Nothing in the drawing says so, hence screens show it without.
 */
export function signedTibialPlateauAngle(drawing: Drawing, spacing: Spacing): number | undefined {
  const talusPoint = talusCentre(drawing)
  const eminence = stepOf(drawing, axis)?.handles.start
  const line = lineOf(stepOf(drawing, plateau))
  if (!talusPoint || !eminence || !line) return undefined
  const distal = unitOf(toPlane(minus(talusPoint, eminence), spacing))
  const along = unitOf(toPlane(minus(line.to, line.from), spacing))
  return distal && along && leanTowards(along, distal)
}

export const tploTool = defineTool({
  id: 'tplo',
  steps: [
    step('talus', 'circle', { lockedBy: [axis, plateau] }),
    step('axis', 'crossedLines', { needs: [talus] }),
    step('plateau', 'line', { needs: [talus, axis] }),
  ],
  isGuided: true,
  minDrawMs,
  draw: (drawing, stepNumber, { from, to }, context) => {
    const centre = talusCentre(drawing)
    if (stepNumber === axis && centre) {
      // Drawn from either end: the one away from the talus is the intercondylar eminence.
      const start = pixelDistance(from, centre) >= pixelDistance(to, centre) ? from : to
      return drawCrossed(axis, { start, end: centre }, { along: 0, width: 0.3 }, context)
    }
    return { step: stepNumber, handles: { start: from, end: to } }
  },
  place: (_drawing, one, handle, to, context) => {
    if (one.step === axis && handle === 'end') return undefined
    return placeInShape(shapeOf(one.step), one, handle, to, context)
  },
  // The axis ends in the centre of the talus, whatever moved.
  settle: (drawing, { spacing }) => {
    const [centre, line] = [talusCentre(drawing), stepOf(drawing, axis)]
    const { start, end } = line?.handles ?? {}
    if (!centre || !line || !start || !end || pixelDistance(end, centre) === 0) return drawing
    const settled = moveLine(line, { start, end: centre }, spacing)
    return settled && withStep(drawing, settled)
  },
  measure: (drawing, { spacing }) => {
    const signed = signedTibialPlateauAngle(drawing, spacing)
    if (signed === undefined) return []
    const angle = Math.abs(signed)
    return [
      angleMeasured('tibialPlateauAngle', angle, 2),
      angleMeasured('rotation', rotationOf(angle), 2),
    ]
  },
  marks: (drawing, context) => {
    const { perpendicularStart, perpendicularEnd } = stepOf(drawing, axis)?.handles ?? {}
    const reference =
      perpendicularStart && perpendicularEnd
        ? { from: perpendicularStart, to: perpendicularEnd }
        : undefined
    return [
      ...drawing.steps.flatMap((one) => marksOfShape(shapeOf(one.step), one, context.spacing)),
      ...extensionsToCrossing(lineOf(stepOf(drawing, plateau)), reference, context),
    ]
  },
})
