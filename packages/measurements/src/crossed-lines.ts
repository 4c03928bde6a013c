import type { DrawingStep, Point } from '@talus/contract'
import { cross, dot, minus, plus, times, toPixels, toPlane, turned, unitOf } from './geometry.ts'
import { isPerpendicularTooNear, towards } from './rules.ts'
import type { MeasuringContext, Spacing } from './tool.ts'

/** Where a perpendicular stands on its line, and how far it goes to its two sides. */
interface Crossing {
  /** 0 at the start of the line, 1 at its end. */
  readonly along: number
  /** In millimetres from the line, with a sign for the side. */
  readonly start: number
  readonly end: number
}

type CrossedHandle = 'start' | 'end' | 'perpendicularStart' | 'perpendicularEnd'

function frameOf(start: Point, end: Point, spacing: Spacing) {
  const origin = toPlane(start, spacing)
  const line = minus(toPlane(end, spacing), origin)
  const direction = unitOf(line)
  if (!direction) return undefined
  return { origin, line, direction, across: turned(direction) }
}

function crossingOf({ handles }: DrawingStep, spacing: Spacing): Crossing | undefined {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return undefined
  const frame = frameOf(start, end, spacing)
  if (!frame) return undefined
  const from = minus(toPlane(perpendicularStart, spacing), frame.origin)
  const to = minus(toPlane(perpendicularEnd, spacing), frame.origin)
  return {
    along: dot(from, frame.line) / dot(frame.line, frame.line),
    start: cross(frame.direction, from),
    end: cross(frame.direction, to),
  }
}

function withCrossing(
  step: DrawingStep,
  line: { readonly start: Point; readonly end: Point },
  crossing: Crossing,
  spacing: Spacing,
): DrawingStep | undefined {
  const frame = frameOf(line.start, line.end, spacing)
  if (!frame) return undefined
  const foot = plus(frame.origin, times(frame.line, crossing.along))
  const at = (side: number) => toPixels(plus(foot, times(frame.across, side)), spacing)
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

/** `width` is how long the perpendicular is at first, as a share of the line. */
export function drawCrossed(
  stepNumber: number,
  line: { readonly start: Point; readonly end: Point },
  { along, width }: { readonly along: number; readonly width: number },
  context: MeasuringContext,
): DrawingStep | undefined {
  const { spacing } = context
  const frame = frameOf(line.start, line.end, spacing)
  if (!frame) return undefined
  const half = (Math.hypot(frame.line.x, frame.line.y) * width) / 2
  const bare: DrawingStep = { step: stepNumber, handles: line }
  const whole = withCrossing(bare, line, { along, start: -half, end: half }, spacing)
  const { perpendicularStart, perpendicularEnd } = whole?.handles ?? {}
  if (!whole || !perpendicularStart || !perpendicularEnd) return undefined
  // Nobody has chosen its length yet: it must not be what takes the measurement out of the image.
  const foot = toPixels(plus(frame.origin, times(frame.line, along)), spacing)
  return {
    ...whole,
    handles: {
      ...whole.handles,
      perpendicularStart: towards(foot, perpendicularStart, context),
      perpendicularEnd: towards(foot, perpendicularEnd, context),
    },
  }
}

/** The line with other ends; the perpendicular keeps its place on it and its lengths. */
export function moveLine(
  step: DrawingStep,
  line: { readonly start: Point; readonly end: Point },
  spacing: Spacing,
): DrawingStep | undefined {
  const crossing = crossingOf(step, spacing)
  return crossing && withCrossing(step, line, crossing, spacing)
}

/** Undefined where the perpendicular would no longer cross its line, or come too near to an end. */
export function placeCrossed(
  step: DrawingStep,
  handle: CrossedHandle,
  to: Point,
  { spacing }: MeasuringContext,
): DrawingStep | undefined {
  const { start, end } = step.handles
  if (!start || !end) return undefined
  if (handle === 'start' || handle === 'end') {
    return withRoom(moveLine(step, { start, end, [handle]: to }, spacing))
  }
  const crossing = crossingOf(step, spacing)
  const frame = frameOf(start, end, spacing)
  if (!crossing || !frame) return undefined
  const point = minus(toPlane(to, spacing), frame.origin)
  const along = dot(point, frame.line) / dot(frame.line, frame.line)
  if (along < 0 || along > 1) return undefined
  const which = handle === 'perpendicularStart' ? 'start' : 'end'
  const side = cross(frame.direction, point)
  const other = which === 'start' ? crossing.end : crossing.start
  if (side * other > 0) return undefined
  return withRoom(
    withCrossing(step, { start, end }, { ...crossing, along, [which]: side }, spacing),
  )
}

const withRoom = (step: DrawingStep | undefined) =>
  step && !isPerpendicularTooNear(step) ? step : undefined
