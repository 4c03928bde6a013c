import type { DrawingStep, Point } from '@talus/contract'
import {
  cross,
  dot,
  minus,
  plus,
  times,
  toPixels,
  toPlane,
  rotateQuarterTurn,
  normalize,
} from './geometry.ts'
import { getBlockedShare, isPerpendicularTooNear, stopAtBorder } from './rules.ts'
import type { MeasuringContext, PointerStroke, Spacing } from './tool-types.ts'

/** Position of a perpendicular on its line, and its length to both sides. */
interface Crossing {
  /** 0 at the start of the line, 1 at its end. */
  readonly along: number
  /** Signed distances from the line in millimetres; the sign gives the side. */
  readonly start: number
  readonly end: number
}

type CrossedHandle = 'start' | 'end' | 'perpendicularStart' | 'perpendicularEnd'

function getLineAxes(start: Point, end: Point, spacing: Spacing) {
  const origin = toPlane(start, spacing)
  const line = minus(toPlane(end, spacing), origin)
  const direction = normalize(line)
  if (!direction) return undefined
  return { origin, line, direction, across: rotateQuarterTurn(direction) }
}

function readCrossing({ handles }: DrawingStep, spacing: Spacing): Crossing | undefined {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return undefined
  const axes = getLineAxes(start, end, spacing)
  if (!axes) return undefined
  const from = minus(toPlane(perpendicularStart, spacing), axes.origin)
  const to = minus(toPlane(perpendicularEnd, spacing), axes.origin)
  return {
    along: dot(from, axes.line) / dot(axes.line, axes.line),
    start: cross(axes.direction, from),
    end: cross(axes.direction, to),
  }
}

function withCrossing(
  step: DrawingStep,
  line: { readonly start: Point; readonly end: Point },
  crossing: Crossing,
  spacing: Spacing,
): DrawingStep | undefined {
  const axes = getLineAxes(line.start, line.end, spacing)
  if (!axes) return undefined
  const foot = plus(axes.origin, times(axes.line, crossing.along))
  const at = (side: number) => toPixels(plus(foot, times(axes.across, side)), spacing)
  return {
    ...step,
    handles: {
      ...step.handles,
      ...line,
      perpendicularStart: at(crossing.start),
      perpendicularEnd: at(crossing.end),
    },
  }
}

/** `width` is the initial length of the perpendicular as a fraction of the line. */
export function drawCrossedLines(
  stepNumber: number,
  line: { readonly start: Point; readonly end: Point },
  { along, width }: { readonly along: number; readonly width: number },
  context: MeasuringContext,
): DrawingStep | undefined {
  const { spacing } = context
  const axes = getLineAxes(line.start, line.end, spacing)
  if (!axes) return undefined
  const half = (Math.hypot(axes.line.x, axes.line.y) * width) / 2
  const bare: DrawingStep = { step: stepNumber, handles: line }
  const whole = withCrossing(bare, line, { along, start: -half, end: half }, spacing)
  const { perpendicularStart, perpendicularEnd } = whole?.handles ?? {}
  if (!whole || !perpendicularStart || !perpendicularEnd) return undefined
  // The user has not chosen its length yet, so it must not be the reason that the step is outside
  // the image.
  const foot = toPixels(plus(axes.origin, times(axes.line, along)), spacing)
  return {
    ...whole,
    handles: {
      ...whole.handles,
      perpendicularStart: stopAtBorder(foot, perpendicularStart, context),
      perpendicularEnd: stopAtBorder(foot, perpendicularEnd, context),
    },
  }
}

/** Without its crossing line, which the user draws next. */
export const removeCrossing = (step: DrawingStep): DrawingStep => {
  const { perpendicularStart: _start, perpendicularEnd: _end, ...handles } = step.handles
  return { ...step, handles }
}

/**
 * Crosses the line of a step by a second stroke. The stroke is projected onto the perpendicular
 * through its middle, so that it need not be exact. Undefined if it runs along the line rather than
 * across it: this is not the crossing line that the user was asked for.
 */
export function drawCrossing(
  step: DrawingStep,
  stroke: PointerStroke,
  { spacing }: MeasuringContext,
): DrawingStep | undefined {
  const { start, end } = step.handles
  const axes = start && end && getLineAxes(start, end, spacing)
  if (!start || !end || !axes) return undefined
  const from = minus(toPlane(stroke.from, spacing), axes.origin)
  const to = minus(toPlane(stroke.to, spacing), axes.origin)
  const [first, second] = [cross(axes.direction, from), cross(axes.direction, to)]
  if (Math.abs(second - first) <= Math.abs(dot(minus(to, from), axes.direction))) return undefined
  // The two lines always intersect: a stroke on one side of the line is extended to it.
  const [low, high] = [Math.min(0, first, second), Math.max(0, first, second)]
  const middle = times(plus(from, to), 0.5)
  const along = Math.min(1, Math.max(0, dot(middle, axes.line) / dot(axes.line, axes.line)))
  const sides = first <= second ? { start: low, end: high } : { start: high, end: low }
  return withCrossing(step, { start, end }, { along, ...sides }, spacing)
}

/** Moves the ends of the line; the perpendicular keeps its relative position and its lengths. */
export function moveLine(
  step: DrawingStep,
  line: { readonly start: Point; readonly end: Point },
  spacing: Spacing,
): DrawingStep | undefined {
  const crossing = readCrossing(step, spacing)
  return crossing && withCrossing(step, line, crossing, spacing)
}

/** Undefined if the perpendicular would come too near to an end of its line. */
export function moveCrossedLinesHandle(
  step: DrawingStep,
  handle: CrossedHandle,
  to: Point,
  { spacing }: MeasuringContext,
  rule: { readonly isCrossedAtEnd?: boolean } = {},
): DrawingStep | undefined {
  const { start, end } = step.handles
  const crossing = readCrossing(step, spacing)
  const axes = start && end && getLineAxes(start, end, spacing)
  if (!start || !end || !crossing || !axes) return undefined
  if (handle === 'start' || handle === 'end')
    return placeCrossing(step, { start, end, [handle]: to }, crossing, spacing, rule)
  const point = minus(toPlane(to, spacing), axes.origin)
  const along = clampShare(dot(point, axes.line) / dot(axes.line, axes.line), 0)
  const which = handle === 'perpendicularStart' ? 'start' : 'end'
  const other = which === 'start' ? crossing.end : crossing.start
  const dragged = cross(axes.direction, point)
  // It does not cross to the side of the other handle either: the two lines always intersect.
  const side = dragged * other > 0 ? 0 : dragged
  return placeCrossing(step, { start, end }, { ...crossing, along, [which]: side }, spacing, rule)
}

const clampShare = (share: number, margin: number) => Math.min(1 - margin, Math.max(margin, share))

/**
 * Refuses a handle too near to an end. The crossing point slides along its line and stops before
 * the ends instead: if it were refused, the handle would get stuck there.
 */
function placeCrossing(
  step: DrawingStep,
  line: { readonly start: Point; readonly end: Point },
  crossing: Crossing,
  spacing: Spacing,
  rule: { readonly isCrossedAtEnd?: boolean },
): DrawingStep | undefined {
  const placed = withCrossing(step, line, crossing, spacing)
  if (!placed || isPerpendicularTooNear(placed, { isCrossedAtEnd: true })) return undefined
  if (rule.isCrossedAtEnd) return placed
  const along = clampShare(crossing.along, getBlockedShare(line.start, line.end))
  const stopped = withCrossing(step, line, { ...crossing, along }, spacing)
  return stopped && !isPerpendicularTooNear(stopped) ? stopped : undefined
}
