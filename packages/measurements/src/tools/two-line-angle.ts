import type { Drawing, Point } from '@talus/contract'
import { defineTool, step, stepOf } from '../define-tool.ts'
import { intersection, minus, plus, times, toPixels, toPlane, unitOf } from '../geometry.ts'
import type { Line } from '../geometry.ts'
import { angleMeasured } from '../measured.ts'
import { isInside } from '../rules.ts'
import { marksOfShape } from '../shapes.ts'
import type { Mark, MeasuringContext } from '../tool.ts'
import { angleBetween, lineOf } from './lines.ts'

const linesOf = (drawing: Drawing) => [lineOf(stepOf(drawing, 1)), lineOf(stepOf(drawing, 2))]

/** One of the four angles where two lines meet. */
export interface SectorAngle {
  readonly degrees: number
  /** The way from where the lines meet into the middle of the sector, one millimetre long. */
  readonly towards: Point
}

/** Where two lines meet, and the four angles there, going round. */
export function fourAngles(
  drawing: Drawing,
  { spacing }: Pick<MeasuringContext, 'spacing'>,
): { readonly at: Point; readonly sectors: readonly SectorAngle[] } | undefined {
  const [first, second] = linesOf(drawing)
  const at = first && second && intersection(first, second)
  if (!at) return undefined
  const a = unitOf(toPlane(minus(first.to, first.from), spacing))
  const b = unitOf(toPlane(minus(second.to, second.from), spacing))
  if (!a || !b) return undefined
  const [minusA, minusB] = [times(a, -1), times(b, -1)]
  const sector = (one: Point, other: Point): SectorAngle | undefined => {
    const middle = unitOf(plus(one, other))
    if (!middle) return undefined
    const half = Math.atan2(
      Math.abs(one.x * middle.y - one.y * middle.x),
      one.x * middle.x + one.y * middle.y,
    )
    return { degrees: (half * 360) / Math.PI, towards: toPixels(middle, spacing) }
  }
  const sectors = [sector(a, b), sector(b, minusA), sector(minusA, minusB), sector(minusB, a)]
  return { at, sectors: sectors.filter((one) => one !== undefined) }
}

/** From the nearer end of a line to where it would meet the other. */
function extensionOf({ from, to }: Line, at: Point): Mark | undefined {
  const along = minus(to, from)
  const share =
    (along.x * (at.x - from.x) + along.y * (at.y - from.y)) / (along.x ** 2 + along.y ** 2)
  if (share >= 0 && share <= 1) return undefined
  return { kind: 'line', from: share < 0 ? from : to, to: at, isDashed: true }
}

export function extensionsToCrossing(
  first: Line | undefined,
  second: Line | undefined,
  context: MeasuringContext,
): readonly Mark[] {
  const at = first && second && intersection(first, second)
  // Lines that are nearly parallel meet far away, where nobody looks.
  if (!at || !isInside(at, context)) return []
  return [extensionOf(first, at), extensionOf(second, at)].filter((mark) => mark !== undefined)
}

export const twoLineAngleTool = defineTool({
  id: 'twoLineAngle',
  steps: [step('firstLine', 'line'), step('secondLine', 'line')],
  measure: (drawing, context) => {
    const angle = angleBetween(stepOf(drawing, 1), stepOf(drawing, 2), context)
    if (angle === undefined) return []
    // Opposite angles are the same: these two are all four.
    return [angleMeasured('angle', angle), angleMeasured('supplement', 180 - angle)]
  },
  marks: (drawing, context) => [
    ...drawing.steps.flatMap((one) => marksOfShape('line', one, context.spacing)),
    ...extensionsToCrossing(...pair(linesOf(drawing)), context),
  ],
})

const pair = ([first, second]: readonly (Line | undefined)[]): [
  Line | undefined,
  Line | undefined,
] => [first, second]
