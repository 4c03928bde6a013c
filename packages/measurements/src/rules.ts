import type { DrawingStep, HandleName, Point } from '@talus/contract'
import { dot, intersectLines, minus, pixelDistance } from './geometry.ts'
import type { MeasuringContext } from './tool-types.ts'

/** A pointer nearer than this, in screen pixels, hits the handle. */
export const handleProximity = 6

/** A perpendicular nearer than this to an end of its line, in image pixels, is refused. */
export const minPerpendicularDistance = 3

/** Tools with a minimum time treat anything quicker, in milliseconds, as an accidental drag. */
export const minDrawMs = 150

/** A smaller drag, in image pixels, was a click and has no direction. */
const minExtent = 0.5

export const isInsideImage = (
  { x, y }: Point,
  { columns, rows }: Pick<MeasuringContext, 'columns' | 'rows'>,
): boolean => x >= 0 && y >= 0 && x <= columns && y <= rows

const isMeasuredHandle = (name: string) => name !== 'textBox'

/** All points of a step except its label, which may be outside the image. */
export const getMeasuredPoints = (step: DrawingStep): readonly Point[] => [
  ...Object.entries(step.handles).flatMap(([name, point]) =>
    isMeasuredHandle(name) ? [point] : [],
  ),
  ...(step.points ?? []),
]

export const isStepInside = (step: DrawingStep, context: MeasuringContext): boolean =>
  getMeasuredPoints(step).every((point) => isInsideImage(point, context))

const perpendicular: readonly HandleName[] = ['perpendicularStart', 'perpendicularEnd']

/** Part of a line, from each end, on which no perpendicular may cross it; at most one half. */
export const getBlockedShare = (start: Point, end: Point): number =>
  Math.min(0.5, minPerpendicularDistance / pixelDistance(start, end))

/** A crossing point that was moved exactly to the limit must not be refused. */
const roundingShare = 1e-9

/** Position of the crossing point on its line: 0 at the start, 1 at the end. */
function locateCrossing({ handles }: DrawingStep): number | undefined {
  const { start, end, perpendicularStart, perpendicularEnd } = handles
  if (!start || !end || !perpendicularStart || !perpendicularEnd) return undefined
  const crossing = { from: perpendicularStart, to: perpendicularEnd }
  const at = intersectLines({ from: start, to: end }, crossing)
  const line = minus(end, start)
  return at && dot(minus(at, start), line) / dot(line, line)
}

/**
 * Whether a handle of the perpendicular, or the point where it crosses its line, is too near to an
 * end of the line or beyond it. A step that is crossed at an end by definition has the rule of the
 * handles only.
 */
export function isPerpendicularTooNear(
  step: DrawingStep,
  { isCrossedAtEnd = false }: { readonly isCrossedAtEnd?: boolean | undefined } = {},
): boolean {
  const { start, end } = step.handles
  const isHandleNear = perpendicular.some((name) => {
    const handle = step.handles[name]
    return (
      handle !== undefined &&
      [start, end].some((one) => one && pixelDistance(one, handle) < minPerpendicularDistance)
    )
  })
  if (isHandleNear || isCrossedAtEnd || !start || !end) return isHandleNear
  const along = locateCrossing(step)
  const blocked = getBlockedShare(start, end) - roundingShare
  return along !== undefined && (along < blocked || along > 1 - blocked)
}

/** Whether the step is large enough to have been drawn on purpose. */
export function hasExtent(step: DrawingStep): boolean {
  const [first, ...others] = getMeasuredPoints(step)
  return first !== undefined && others.some((point) => pixelDistance(first, point) >= minExtent)
}

/** Returns how many times `step` fits between `from` and the border of the image. */
export function countStepsToBorder(
  from: Point,
  step: Point,
  { columns, rows }: Pick<MeasuringContext, 'columns' | 'rows'>,
): number {
  const stepsToBorder = (at: number, by: number, size: number) =>
    by > 0 ? (size - at) / by : by < 0 ? -at / by : Infinity
  return Math.max(
    0,
    Math.min(stepsToBorder(from.x, step.x, columns), stepsToBorder(from.y, step.y, rows)),
  )
}

/** Returns the last point inside the image on the way from `from` to `to`. */
export function stopAtBorder(from: Point, to: Point, context: MeasuringContext): Point {
  const offset = minus(to, from)
  const share = Math.min(1, countStepsToBorder(from, offset, context))
  // Clamped because a point that is rounded beyond the border would count as outside.
  return {
    x: Math.min(Math.max(from.x + offset.x * share, 0), context.columns),
    y: Math.min(Math.max(from.y + offset.y * share, 0), context.rows),
  }
}
