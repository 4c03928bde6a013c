import type { DrawingStep, Point } from '@talus/contract'
import { distance, toPixels, toPlane } from './geometry.ts'
import type { Mark, Spacing } from './tool.ts'

/** Round in the animal: its radius is in millimetres, or in pixels where nothing is known. */
export interface Circle {
  readonly centre: Point
  readonly radius: number
}

export function circleOf(step: DrawingStep | undefined, spacing: Spacing): Circle | undefined {
  const { start, end } = step?.handles ?? {}
  if (!start || !end) return undefined
  return { centre: start, radius: distance(start, end, spacing) }
}

export const circleMark = ({ centre, radius }: Circle, spacing: Spacing): Mark => ({
  kind: 'ellipse',
  centre,
  radiusX: radius / spacing.column,
  radiusY: radius / spacing.row,
})

/** The circle through three points of its rim; undefined where they lie on one line. */
export function circleThrough(
  rim: readonly [Point, Point, Point],
  spacing: Spacing,
): Circle | undefined {
  const [origin, ...others] = rim.map((point) => toPlane(point, spacing))
  const [b, c] = others
  if (!origin || !b || !c) return undefined
  // Counted from the first point: squares of coordinates far from it would eat the digits.
  const [bx, by, cx, cy] = [b.x - origin.x, b.y - origin.y, c.x - origin.x, c.y - origin.y]
  const size = 2 * (bx * cy - by * cx)
  if (Math.abs(size) < 1e-6) return undefined
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy]
  const x = (cy * bb - by * cc) / size
  const y = (bx * cc - cx * bb) / size
  return {
    centre: toPixels({ x: origin.x + x, y: origin.y + y }, spacing),
    radius: Math.hypot(x, y),
  }
}
