import type { DrawingStep, HandleName, Point } from '@talus/contract'
import { minus, pixelDistance } from './geometry.ts'
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

export function isPerpendicularTooNear({ handles }: DrawingStep): boolean {
  const ends = [handles.start, handles.end]
  return perpendicular.some((name) => {
    const handle = handles[name]
    return (
      handle !== undefined &&
      ends.some((end) => end && pixelDistance(end, handle) < minPerpendicularDistance)
    )
  })
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
