import type { DrawingStep } from '@talus/contract'
import { defineTool, step, stepOf } from '../define-tool.ts'
import {
  directedAngle,
  distance,
  minus,
  pathLength,
  toPlane,
  undirectedAngle,
} from '../geometry.ts'
import type { Line } from '../geometry.ts'
import { angleMeasured, lengthMeasured } from '../measured.ts'
import type { Measured, MeasuringContext, Spacing } from '../tool.ts'

export function lineOf(step: DrawingStep | undefined): Line | undefined {
  const { start, end } = step?.handles ?? {}
  return start && end ? { from: start, to: end } : undefined
}

export const lengthTool = defineTool({
  id: 'length',
  steps: [step('line', 'line')],
  measure: (drawing, { spacing }) => {
    const line = lineOf(stepOf(drawing, 1))
    return line ? [lengthMeasured('length', distance(line.from, line.to, spacing), spacing)] : []
  },
})

export const bidirectionalTool = defineTool({
  id: 'bidirectional',
  steps: [step('lines', 'crossedLines')],
  needsSpacing: true,
  measure: (drawing, { spacing }) => {
    const { start, end, perpendicularStart, perpendicularEnd } = stepOf(drawing, 1)?.handles ?? {}
    if (!start || !end || !perpendicularStart || !perpendicularEnd) return []
    const width = distance(perpendicularStart, perpendicularEnd, spacing)
    return [
      lengthMeasured('length', distance(start, end, spacing), spacing),
      lengthMeasured('width', width, spacing),
    ]
  },
})

export const freehandTool = defineTool({
  id: 'freehand',
  steps: [step('way', 'freehand')],
  measure: (drawing, { spacing }) => {
    const points = stepOf(drawing, 1)?.points
    return points ? [lengthMeasured('length', pathLength(points, spacing), spacing)] : []
  },
})

const planeDirection = ({ from, to }: Line, spacing: Spacing) => toPlane(minus(to, from), spacing)

export const angleTool = defineTool({
  id: 'angle',
  steps: [step('angle', 'angle')],
  measure: (drawing, { spacing }) => {
    const { start, middle, end } = stepOf(drawing, 1)?.handles ?? {}
    if (!start || !middle || !end) return []
    const first = planeDirection({ from: middle, to: start }, spacing)
    const second = planeDirection({ from: middle, to: end }, spacing)
    return [angleMeasured('angle', directedAngle(first, second))]
  },
})

/** 0 to 90 degrees between the lines of two steps, however they were drawn. */
export function angleBetween(
  first: DrawingStep | undefined,
  second: DrawingStep | undefined,
  { spacing }: MeasuringContext,
): number | undefined {
  const [a, b] = [lineOf(first), lineOf(second)]
  if (!a || !b) return undefined
  return undirectedAngle(planeDirection(a, spacing), planeDirection(b, spacing))
}

const angleOr = (angle: number | undefined, measured: (angle: number) => readonly Measured[]) =>
  angle === undefined ? [] : measured(angle)

/** Cranial end plate of the vertebra before a malformation, caudal one of the vertebra behind it. */
export const cobbTool = defineTool({
  id: 'cobb',
  steps: [step('cranialEndPlate', 'line'), step('caudalEndPlate', 'line')],
  measure: (drawing, context) =>
    angleOr(angleBetween(stepOf(drawing, 1), stepOf(drawing, 2), context), (angle) => [
      angleMeasured('cobbAngle', angle),
    ]),
})
