import type { DrawingStep } from '@talus/contract'
import { defineTool, defineStep, findStep } from '../define-tool.ts'
import {
  directedAngle,
  distance,
  minus,
  pathLength,
  toPlane,
  undirectedAngle,
} from '../geometry.ts'
import type { Line } from '../geometry.ts'
import { toAngleValue, toLengthValue } from '../measured-value.ts'
import type { MeasuredValue, MeasuringContext, Spacing } from '../tool-types.ts'

export function readLine(step: DrawingStep | undefined): Line | undefined {
  const { start, end } = step?.handles ?? {}
  return start && end ? { from: start, to: end } : undefined
}

export const lengthTool = defineTool({
  id: 'length',
  steps: [defineStep('line', 'line')],
  measure: (drawing, { spacing }) => {
    const line = readLine(findStep(drawing, 1))
    return line ? [toLengthValue('length', distance(line.from, line.to, spacing), spacing)] : []
  },
})

export const bidirectionalTool = defineTool({
  id: 'bidirectional',
  steps: [defineStep('lines', 'crossedLines')],
  needsSpacing: true,
  measure: (drawing, { spacing }) => {
    const { start, end, perpendicularStart, perpendicularEnd } = findStep(drawing, 1)?.handles ?? {}
    if (!start || !end || !perpendicularStart || !perpendicularEnd) return []
    const width = distance(perpendicularStart, perpendicularEnd, spacing)
    return [
      toLengthValue('length', distance(start, end, spacing), spacing),
      toLengthValue('width', width, spacing),
    ]
  },
})

export const freehandTool = defineTool({
  id: 'freehand',
  steps: [defineStep('way', 'freehand')],
  measure: (drawing, { spacing }) => {
    const points = findStep(drawing, 1)?.points
    return points ? [toLengthValue('length', pathLength(points, spacing), spacing)] : []
  },
})

const planeDirection = ({ from, to }: Line, spacing: Spacing) => toPlane(minus(to, from), spacing)

export const angleTool = defineTool({
  id: 'angle',
  steps: [defineStep('angle', 'angle')],
  measure: (drawing, { spacing }) => {
    const { start, middle, end } = findStep(drawing, 1)?.handles ?? {}
    if (!start || !middle || !end) return []
    const first = planeDirection({ from: middle, to: start }, spacing)
    const second = planeDirection({ from: middle, to: end }, spacing)
    return [toAngleValue('angle', directedAngle(first, second))]
  },
})

/** 0 to 90 degrees between the lines of two steps, independent of their direction. */
export function angleBetween(
  first: DrawingStep | undefined,
  second: DrawingStep | undefined,
  { spacing }: MeasuringContext,
): number | undefined {
  const [a, b] = [readLine(first), readLine(second)]
  if (!a || !b) return undefined
  return undirectedAngle(planeDirection(a, spacing), planeDirection(b, spacing))
}

const angleOr = (
  angle: number | undefined,
  measured: (angle: number) => readonly MeasuredValue[],
) => (angle === undefined ? [] : measured(angle))

/**
 * Angle between the cranial end plate of the vertebra cranial to a malformation and the caudal end
 * plate of the vertebra caudal to it.
 */
export const cobbTool = defineTool({
  id: 'cobb',
  steps: [defineStep('cranialEndPlate', 'line'), defineStep('caudalEndPlate', 'line')],
  measure: (drawing, context) =>
    angleOr(angleBetween(findStep(drawing, 1), findStep(drawing, 2), context), (angle) => [
      toAngleValue('cobbAngle', angle),
    ]),
})
