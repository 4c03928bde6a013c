import type { DrawingStep, HandleName, Point } from '@talus/contract'
import { minus, pixelDistance } from './geometry.ts'
import type { MeasuringContext } from './tool.ts'

/** On the screen, in its pixels: nearer than so is on the handle. */
export const handleProximity = 6

/** In pixels of the image: a perpendicular so near to an end of its line is refused. */
export const minPerpendicularDistance = 3

/** In milliseconds, of those tools that have it: anything quicker is a slip of the hand. */
export const minDrawMs = 150

/** In pixels of the image: what is smaller was a click, and has no direction. */
const minExtent = 0.5

export const isInside = (
  { x, y }: Point,
  { columns, rows }: Pick<MeasuringContext, 'columns' | 'rows'>,
): boolean => x >= 0 && y >= 0 && x <= columns && y <= rows

const isOfMeasure = (name: string) => name !== 'textBox'

/** The label of a measurement may stand beside the image; what is measured may not. */
export const anchorsOf = (step: DrawingStep): readonly Point[] => [
  ...Object.entries(step.handles).flatMap(([name, point]) => (isOfMeasure(name) ? [point] : [])),
  ...(step.points ?? []),
]

export const isStepInside = (step: DrawingStep, context: MeasuringContext): boolean =>
  anchorsOf(step).every((point) => isInside(point, context))

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

/** Whether it is so small that it cannot have been meant. */
export function hasExtent(step: DrawingStep): boolean {
  const [first, ...others] = anchorsOf(step)
  return first !== undefined && others.some((point) => pixelDistance(first, point) >= minExtent)
}

/** How many times `step` fits between `from` and the border of the image. */
export function reachWithin(
  from: Point,
  step: Point,
  { columns, rows }: Pick<MeasuringContext, 'columns' | 'rows'>,
): number {
  const room = (at: number, by: number, size: number) =>
    by > 0 ? (size - at) / by : by < 0 ? -at / by : Infinity
  return Math.max(0, Math.min(room(from.x, step.x, columns), room(from.y, step.y, rows)))
}

/** The nearest to `to` on the way there from `from` that lies in the image. */
export function towards(from: Point, to: Point, context: MeasuringContext): Point {
  const way = minus(to, from)
  const share = Math.min(1, reachWithin(from, way, context))
  // Exactly at the border: a rounding beyond it would count as outside.
  return {
    x: Math.min(Math.max(from.x + way.x * share, 0), context.columns),
    y: Math.min(Math.max(from.y + way.y * share, 0), context.rows),
  }
}
