import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { getMeasuredPoints, moveStep, moveHandle } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'

export const findStep = (drawing: Drawing, number: number): DrawingStep | undefined =>
  drawing.steps.find(({ step }) => step === number)

export const putStep = (drawing: Drawing, step: DrawingStep): Drawing => ({
  ...drawing,
  steps: [...drawing.steps.filter((one) => one.step !== step.step), step].toSorted(
    (a, b) => a.step - b.step,
  ),
})

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** A handle dragged beyond the border stays at the border instead of cancelling the drag. */
const clampToImage = ({ x, y }: Point, { columns, rows }: MeasuringContext): Point => ({
  x: clamp(x, 0, columns),
  y: clamp(y, 0, rows),
})

/** Limits a movement so that all points stay in the image. */
function limitOffset(points: readonly Point[], by: Point, context: MeasuringContext): Point {
  const limit = (values: readonly number[], offset: number, size: number) =>
    values.length === 0
      ? offset
      : clamp(offset, Math.min(0, -Math.min(...values)), Math.max(0, size - Math.max(...values)))
  return {
    x: limit(
      points.map(({ x }) => x),
      by.x,
      context.columns,
    ),
    y: limit(
      points.map(({ y }) => y),
      by.y,
      context.rows,
    ),
  }
}

/** Undefined if the change is refused. */
export const dragHandle = (
  drawing: Drawing,
  step: number,
  handle: HandleName,
  to: Point,
  context: MeasuringContext,
): Drawing | undefined => moveHandle(drawing, { step, handle }, clampToImage(to, context), context)

/** Moves one step as a whole; dependent steps are updated. */
export function dragStep(
  drawing: Drawing,
  number: number,
  by: Point,
  context: MeasuringContext,
): Drawing | undefined {
  const step = findStep(drawing, number)
  return (
    step && moveStep(drawing, number, limitOffset(getMeasuredPoints(step), by, context), context)
  )
}

/** Moves the label, which may be anywhere, also outside the image. */
export function moveLabel(drawing: Drawing, at: Point): Drawing {
  const last = drawing.steps.at(-1)
  if (!last) return drawing
  return putStep(drawing, { ...last, handles: { ...last.handles, textBox: at } })
}
