import type { Drawing, Point } from '@talus/contract'
import { drawCrossedLines, moveCrossedLinesHandle, moveLine } from '../crossed-lines.ts'
import { defineTool, defineStep, findStep, replaceStep } from '../define-tool.ts'
import { leanTowards, minus, pixelDistance, toPlane, normalize } from '../geometry.ts'
import { toAngleValue } from '../measured-value.ts'
import { minDrawMs } from '../rules.ts'
import { getShapeMarks, moveShapeHandle } from '../shapes.ts'
import type { Spacing, StepShape } from '../tool-types.ts'
import { computeRotation } from '../tplo-rotation.ts'
import { readLine } from './lines.ts'
import { getExtensionMarks } from './two-line-angle.ts'

const talus = 1
const axis = 2
const plateau = 3

const shapeOf = (stepNumber: number): StepShape =>
  stepNumber === talus ? 'circle' : stepNumber === axis ? 'crossedLines' : 'line'

const talusCentre = (drawing: Drawing | undefined): Point | undefined =>
  findStep(drawing, talus)?.handles.start

/**
 * Degrees between the plateau and the perpendicular of the tibia's axis. Positive when the end of
 * the plateau line is the more distal one: this is the sign in textbooks if the line was drawn from
 * cranial to caudal. The drawing does not record its direction, hence screens omit the sign.
 */
export function computeSignedPlateauAngle(drawing: Drawing, spacing: Spacing): number | undefined {
  const talusPoint = talusCentre(drawing)
  const eminence = findStep(drawing, axis)?.handles.start
  const line = readLine(findStep(drawing, plateau))
  if (!talusPoint || !eminence || !line) return undefined
  const distal = normalize(toPlane(minus(talusPoint, eminence), spacing))
  const along = normalize(toPlane(minus(line.to, line.from), spacing))
  return distal && along && leanTowards(along, distal)
}

export const tploTool = defineTool({
  id: 'tplo',
  steps: [
    defineStep('talus', 'circle', { lockedBy: [axis, plateau] }),
    defineStep('axis', 'crossedLines', { needs: [talus], isCrossedAtEnd: true }),
    defineStep('plateau', 'line', { needs: [talus, axis] }),
  ],
  isGuided: true,
  minDrawMs,
  draw: (drawing, stepNumber, { from, to }, context) => {
    const centre = talusCentre(drawing)
    if (stepNumber === axis && centre) {
      // The user may draw from either end: the one farther from the talus is the intercondylar
      // eminence.
      const start = pixelDistance(from, centre) >= pixelDistance(to, centre) ? from : to
      return drawCrossedLines(axis, { start, end: centre }, { along: 0, width: 0.3 }, context)
    }
    return { step: stepNumber, handles: { start: from, end: to } }
  },
  moveHandle: (_drawing, one, handle, to, context) => {
    if (one.step === axis && handle !== 'textBox') {
      // The axis always ends in the centre of the talus.
      if (handle === 'end' || handle === 'middle') return undefined
      return moveCrossedLinesHandle(one, handle, to, context, { isCrossedAtEnd: true })
    }
    return moveShapeHandle(shapeOf(one.step), one, handle, to, context)
  },
  // The axis always ends in the centre of the talus.
  updateDerivedSteps: (drawing, { spacing }) => {
    const [centre, line] = [talusCentre(drawing), findStep(drawing, axis)]
    const { start, end } = line?.handles ?? {}
    if (!centre || !line || !start || !end || pixelDistance(end, centre) === 0) return drawing
    const settled = moveLine(line, { start, end: centre }, spacing)
    return settled && replaceStep(drawing, settled)
  },
  measure: (drawing, { spacing }) => {
    const signed = computeSignedPlateauAngle(drawing, spacing)
    if (signed === undefined) return []
    const angle = Math.abs(signed)
    return [
      toAngleValue('tibialPlateauAngle', angle, 2),
      toAngleValue('rotation', computeRotation(angle), 2),
    ]
  },
  getMarks: (drawing, context) => {
    const { perpendicularStart, perpendicularEnd } = findStep(drawing, axis)?.handles ?? {}
    const reference =
      perpendicularStart && perpendicularEnd
        ? { from: perpendicularStart, to: perpendicularEnd }
        : undefined
    return [
      ...drawing.steps.flatMap((one) => getShapeMarks(shapeOf(one.step), one, context.spacing)),
      ...getExtensionMarks(readLine(findStep(drawing, plateau)), reference, context),
    ]
  },
})
