import type { DrawingStep, HandleName, Point } from '@talus/contract'
import { toCircleMark, readCircle } from './circle.ts'
import { drawCrossedLines, moveCrossedLinesHandle } from './crossed-lines.ts'
import { distance, minus, pathLength, plus, toPixels, toPlane } from './geometry.ts'
import { stopAtBorder } from './rules.ts'
import type { PointerStroke, Mark, MeasuringContext, Spacing, StepShape } from './tool-types.ts'

/** The handle that follows the pointer after the button was released, until the next click. */
export const handleFollowingPointer: Readonly<Partial<Record<StepShape, HandleName>>> = {
  angle: 'end',
}

/** Maximum number of points saved for a freehand line. */
const freehandPointsMax = 2000
/** Fewer for an outline, because each of its edges is compared with all others. */
const outlinePointsMax = 500

export function drawShape(
  shape: StepShape,
  step: number,
  { from, to, path }: PointerStroke,
  context: MeasuringContext,
): DrawingStep | undefined {
  switch (shape) {
    case 'line':
    case 'circle':
    case 'arrow':
    case 'rectangle':
    case 'ellipse':
      return { step, handles: { start: from, end: to } }
    case 'point':
      return { step, handles: { start: to } }
    case 'crossedLines':
      return drawCrossedLines(step, { start: from, end: to }, { along: 0.5, width: 0.5 }, context)
    case 'angle':
      return { step, handles: { start: from, middle: to, end: secondArm(from, to, context) } }
    case 'freehand':
      return {
        step,
        handles: { start: from, end: to },
        points: thinOut(path ?? [from, to], freehandPointsMax),
      }
    case 'outline':
      return { step, handles: { start: from }, points: thinOut(path ?? [from], outlinePointsMax) }
  }
}

/** At 45 degrees to the first arm, until the user places it. */
function secondArm(from: Point, vertex: Point, context: MeasuringContext): Point {
  const { x, y } = toPlane(minus(from, vertex), context.spacing)
  const share = Math.SQRT1_2
  const arm = { x: (x - y) * share, y: (x + y) * share }
  return stopAtBorder(vertex, plus(vertex, toPixels(arm, context.spacing)), context)
}

/** Reduces a long path to `count` evenly spaced points, including its last. */
function thinOut(path: readonly Point[], count: number): Point[] {
  if (path.length <= count) return [...path]
  const every = (path.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => path[Math.round(index * every)]).filter(
    (point) => point !== undefined,
  )
}

/** The points of an outline and the first one again. */
export const closePath = (points: readonly Point[]): readonly Point[] =>
  points[0] ? [...points, points[0]] : points

export function moveShapeHandle(
  shape: StepShape,
  step: DrawingStep,
  handle: HandleName,
  to: Point,
  context: MeasuringContext,
): DrawingStep | undefined {
  if (handle === 'textBox') return { ...step, handles: { ...step.handles, textBox: to } }
  const from = step.handles[handle]
  if (!from) return undefined
  if (shape === 'crossedLines') {
    return handle === 'middle' ? undefined : moveCrossedLinesHandle(step, handle, to, context)
  }
  // Dragging the centre moves the circle: its size was chosen already.
  if (shape === 'circle' && handle === 'start') return translateStep(step, minus(to, from))
  // A freehand line can only be moved as a whole.
  if (shape === 'freehand' || shape === 'outline') return translateStep(step, minus(to, from))
  return { ...step, handles: { ...step.handles, [handle]: to } }
}

export function translateStep(step: DrawingStep, by: Point): DrawingStep {
  const handles: DrawingStep['handles'] = {}
  for (const name of listHandleNames(step)) {
    const point = step.handles[name]
    if (point) handles[name] = plus(point, by)
  }
  return {
    ...step,
    handles,
    ...(step.points ? { points: step.points.map((point) => plus(point, by)) } : {}),
  }
}

const handleNames: readonly HandleName[] = [
  'start',
  'middle',
  'end',
  'perpendicularStart',
  'perpendicularEnd',
  'textBox',
]

export const listHandleNames = (step: DrawingStep): readonly HandleName[] =>
  handleNames.filter((name) => step.handles[name] !== undefined)

export function getShapeMarks(shape: StepShape, step: DrawingStep, spacing: Spacing): Mark[] {
  const { start, middle, end, perpendicularStart, perpendicularEnd } = step.handles
  if (shape === 'freehand') return [{ kind: 'path', points: step.points ?? [] }]
  if (shape === 'outline') return [{ kind: 'path', points: closePath(step.points ?? []) }]
  if (!start) return []
  if (shape === 'point') return [{ kind: 'cross', at: start }]
  if (!end) return []
  switch (shape) {
    case 'line':
      return [{ kind: 'line', from: start, to: end }]
    case 'crossedLines':
      return [
        { kind: 'line', from: start, to: end },
        ...(perpendicularStart && perpendicularEnd
          ? [{ kind: 'line' as const, from: perpendicularStart, to: perpendicularEnd }]
          : []),
      ]
    case 'circle': {
      const circle = readCircle(step, spacing)
      return circle ? [toCircleMark(circle, spacing), { kind: 'cross', at: start }] : []
    }
    case 'angle':
      return middle
        ? [
            { kind: 'line', from: start, to: middle },
            { kind: 'line', from: middle, to: end },
          ]
        : []
    case 'rectangle':
      return [{ kind: 'rectangle', from: start, to: end }]
    case 'ellipse':
      return [
        {
          kind: 'ellipse',
          centre: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
          radiusX: Math.abs(end.x - start.x) / 2,
          radiusY: Math.abs(end.y - start.y) / 2,
        },
      ]
    case 'arrow':
      return [{ kind: 'arrow', from: start, to: end }]
  }
}

/** The lengths saved with a step: those of lines and freehand lines, and the radius of a circle. */
export function computeShapeLengths(
  shape: StepShape,
  { handles, points }: DrawingStep,
  spacing: Spacing,
): Pick<DrawingStep, 'length' | 'perpendicularLength'> {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (shape === 'freehand') return { length: pathLength(points ?? [], spacing) }
  if (shape === 'outline') return { length: pathLength(closePath(points ?? []), spacing) }
  if (!start || !end) return {}
  if (shape === 'line' || shape === 'circle') return { length: distance(start, end, spacing) }
  if (shape !== 'crossedLines' || !perpendicularStart || !perpendicularEnd) return {}
  return {
    length: distance(start, end, spacing),
    perpendicularLength: distance(perpendicularStart, perpendicularEnd, spacing),
  }
}
