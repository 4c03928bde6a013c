import type { Drawing, HandleName, Point } from '@talus/contract'
import { anchorsOf, moveStep, placeHandle } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { stepOf, withStep } from './draft.ts'

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** A handle that is dragged beyond the border stays at it, rather than ending the measurement. */
const within = ({ x, y }: Point, { columns, rows }: MeasuringContext): Point => ({
  x: clamp(x, 0, columns),
  y: clamp(y, 0, rows),
})

/** A way that leaves all of these points in the image. */
function wayWithin(points: readonly Point[], by: Point, context: MeasuringContext): Point {
  const along = (values: readonly number[], way: number, size: number) =>
    values.length === 0
      ? way
      : clamp(way, Math.min(0, -Math.min(...values)), Math.max(0, size - Math.max(...values)))
  return {
    x: along(
      points.map(({ x }) => x),
      by.x,
      context.columns,
    ),
    y: along(
      points.map(({ y }) => y),
      by.y,
      context.rows,
    ),
  }
}

/** Undefined refuses: it stays as it was. */
export const withHandleAt = (
  drawing: Drawing,
  step: number,
  handle: HandleName,
  to: Point,
  context: MeasuringContext,
): Drawing | undefined => placeHandle(drawing, { step, handle }, within(to, context), context)

/** One step of it moved as it is; the others follow where they depend on it. */
export function withStepMoved(
  drawing: Drawing,
  number: number,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = stepOf(drawing, number)
  return step && moveStep(drawing, number, wayWithin(anchorsOf(step), by, context), context)
}

/** Words may lie anywhere, also beside the image. */
export function withWordsAt(drawing: Drawing, at: Point): Drawing {
  const last = drawing.steps.at(-1)
  if (!last) return drawing
  return withStep(drawing, { ...last, handles: { ...last.handles, textBox: at } })
}
