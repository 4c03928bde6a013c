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

/** Undefined where the perpendicular would come too near to an end of its line. */
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
  // It slides along its line and stops at its ends: a handle that let go of the pointer would stick.
  const along = Math.min(1, Math.max(0, dot(point, frame.line) / dot(frame.line, frame.line)))
  const which = handle === 'perpendicularStart' ? 'start' : 'end'
  const other = which === 'start' ? crossing.end : crossing.start
  const wanted = cross(frame.direction, point)
  // Nor does it pass over to the side of the other handle: the two lines always cross.
  const side = wanted * other > 0 ? 0 : wanted
  return withRoom(
    withCrossing(step, { start, end }, { ...crossing, along, [which]: side }, spacing),
  )
}

const withRoom = (step: DrawingStep | undefined) =>
  step && !isPerpendicularTooNear(step) ? step : undefined
