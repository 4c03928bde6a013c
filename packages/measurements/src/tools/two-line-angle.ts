import type { Drawing, Point } from '@talus/contract'
import { defineTool, defineStep, findStep } from '../define-tool.ts'
import { intersectLines, minus, plus, times, toPixels, toPlane, normalize } from '../geometry.ts'
import type { Line } from '../geometry.ts'
import { toAngleValue } from '../measured-value.ts'
import { isInsideImage } from '../rules.ts'
import { getShapeMarks } from '../shapes.ts'
import type { Mark, MeasuringContext } from '../tool-types.ts'
import { angleBetween, readLine } from './lines.ts'

const linesOf = (drawing: Drawing) => [
  readLine(findStep(drawing, 1)),
  readLine(findStep(drawing, 2)),
]

/** One of the four angles at the intersection of two lines. */
export interface SectorAngle {
  readonly degrees: number
  /** Vector from the intersection along the bisector of the sector, one millimetre long. */
  readonly towards: Point
}

/** Computes the intersection of two lines and its four angles, in order. */
export function computeSectorAngles(
  drawing: Drawing,
  { spacing }: Pick<MeasuringContext, 'spacing'>,
): { readonly at: Point; readonly sectors: readonly SectorAngle[] } | undefined {
  const [first, second] = linesOf(drawing)
  const at = first && second && intersectLines(first, second)
  if (!at) return undefined
  const a = normalize(toPlane(minus(first.to, first.from), spacing))
  const b = normalize(toPlane(minus(second.to, second.from), spacing))
  if (!a || !b) return undefined
  const [minusA, minusB] = [times(a, -1), times(b, -1)]
  const sector = (one: Point, other: Point): SectorAngle | undefined => {
    const middle = normalize(plus(one, other))
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

/** The dashed extension of a line from its nearer end to the intersection. */
function extensionOf({ from, to }: Line, at: Point): Mark | undefined {
  const along = minus(to, from)
  const share =
    (along.x * (at.x - from.x) + along.y * (at.y - from.y)) / (along.x ** 2 + along.y ** 2)
  if (share >= 0 && share <= 1) return undefined
  return { kind: 'line', from: share < 0 ? from : to, to: at, isDashed: true }
}

export function getExtensionMarks(
  first: Line | undefined,
  second: Line | undefined,
  context: MeasuringContext,
): readonly Mark[] {
  const at = first && second && intersectLines(first, second)
  // Lines that are nearly parallel intersect far outside the image.
  if (!at || !isInsideImage(at, context)) return []
  return [extensionOf(first, at), extensionOf(second, at)].filter((mark) => mark !== undefined)
}

export const twoLineAngleTool = defineTool({
  id: 'twoLineAngle',
  steps: [defineStep('firstLine', 'line'), defineStep('secondLine', 'line')],
  measure: (drawing, context) => {
    const angle = angleBetween(findStep(drawing, 1), findStep(drawing, 2), context)
    if (angle === undefined) return []
    // Opposite angles are equal, so these two describe all four.
    return [toAngleValue('angle', angle), toAngleValue('supplement', 180 - angle)]
  },
  getMarks: (drawing, context) => [
    ...drawing.steps.flatMap((one) => getShapeMarks('line', one, context.spacing)),
    ...getExtensionMarks(...pair(linesOf(drawing)), context),
  ],
})

const pair = ([first, second]: readonly (Line | undefined)[]): [
  Line | undefined,
  Line | undefined,
] => [first, second]
