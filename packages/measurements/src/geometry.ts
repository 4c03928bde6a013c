import type { Point } from '@talus/contract'
import type { Spacing } from './tool-types.ts'

/**
 * Lengths, angles and right angles are true ones: everything is computed with points in
 * millimetres (or in pixels if the pixel size is unknown), because pixels are not always square.
 */
export const toPlane = ({ x, y }: Point, spacing: Spacing): Point => ({
  x: x * spacing.column,
  y: y * spacing.row,
})

export const toPixels = ({ x, y }: Point, spacing: Spacing): Point => ({
  x: x / spacing.column,
  y: y / spacing.row,
})

export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y })
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor })
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y
export const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x
export const vectorLength = (a: Point): number => Math.hypot(a.x, a.y)
export const getMidpoint = (a: Point, b: Point): Point => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
})

/** Undefined for a vector of length 0, which has no direction. */
export function normalize(a: Point): Point | undefined {
  const length = vectorLength(a)
  return length > 0 && Number.isFinite(length) ? { x: a.x / length, y: a.y / length } : undefined
}

/** Rotates by 90 degrees: from the direction of a line to that of its perpendicular. */
export const rotateQuarterTurn = ({ x, y }: Point): Point => ({ x: -y, y: x })

export const distance = (a: Point, b: Point, spacing: Spacing): number =>
  vectorLength(toPlane(minus(b, a), spacing))

export const pixelDistance = (a: Point, b: Point): number => vectorLength(minus(b, a))

export function pathLength(points: readonly Point[], spacing: Spacing): number {
  let total = 0
  let before: Point | undefined
  for (const point of points) {
    if (before) total += distance(before, point, spacing)
    before = point
  }
  return total
}

const degrees = (radians: number): number => (radians * 180) / Math.PI

/**
 * 0 to 180 degrees between two directions. The arc cosine would lose half of the digits for
 * directions that are nearly the same.
 */
export const directedAngle = (a: Point, b: Point): number =>
  degrees(Math.atan2(Math.abs(cross(a, b)), dot(a, b)))

/** 0 to 90 degrees between two lines, independent of the direction they were drawn in. */
export const undirectedAngle = (a: Point, b: Point): number =>
  degrees(Math.atan2(Math.abs(cross(a, b)), Math.abs(dot(a, b))))

/** Angle of `a` to the perpendicular of `axis`, positive towards `axis`: -90 to 90 degrees. */
export const leanTowards = (a: Point, axis: Point): number =>
  degrees(Math.atan2(dot(a, axis), Math.abs(cross(a, axis))))

export interface Line {
  readonly from: Point
  readonly to: Point
}

/** Intersects two lines of infinite length; undefined for parallel ones. */
export function intersectLines(a: Line, b: Line): Point | undefined {
  const alongA = minus(a.to, a.from)
  const alongB = minus(b.to, b.from)
  const size = cross(alongA, alongB)
  if (Math.abs(size) <= 1e-9 * vectorLength(alongA) * vectorLength(alongB)) return undefined
  return plus(a.from, times(alongA, cross(minus(b.from, a.from), alongB) / size))
}

/** Projects `point` onto the line through `on`; `direction` is a unit vector. */
export const projectOntoLine = (point: Point, on: Point, direction: Point): Point =>
  plus(on, times(direction, dot(minus(point, on), direction)))
