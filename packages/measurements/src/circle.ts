import type { DrawingStep, Point } from '@talus/contract'
import { distance, toPixels, toPlane } from './geometry.ts'
import type { Mark, Spacing } from './tool-types.ts'

/** A true circle: the radius is in millimetres, or in pixels if the pixel size is unknown. */
export interface Circle {
  readonly centre: Point
  readonly radius: number
}

export function readCircle(step: DrawingStep | undefined, spacing: Spacing): Circle | undefined {
  const { start, end } = step?.handles ?? {}
  if (!start || !end) return undefined
  return { centre: start, radius: distance(start, end, spacing) }
}

export const toCircleMark = ({ centre, radius }: Circle, spacing: Spacing): Mark => ({
  kind: 'ellipse',
  centre,
  radiusX: radius / spacing.column,
  radiusY: radius / spacing.row,
})

/** Fits a circle through three points of its rim; undefined if they are collinear. */
export function fitCircle(
  rim: readonly [Point, Point, Point],
  spacing: Spacing,
): Circle | undefined {
  const [origin, ...others] = rim.map((point) => toPlane(point, spacing))
  const [b, c] = others
  if (!origin || !b || !c) return undefined
  // Coordinates are relative to the first point: squares of large coordinates lose precision.
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
