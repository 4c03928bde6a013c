import type { Point } from '@talus/contract'
import type { Spacing } from './tool.ts'

/**
 * Lengths, angles and right angles are those of the animal: every sum is done with points in
 * millimetres (or pixels where nothing is known), because pixels are not always square.
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
export const lengthOf = (a: Point): number => Math.hypot(a.x, a.y)
export const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Undefined for a vector of no length, which has no direction. */
export function unitOf(a: Point): Point | undefined {
  const length = lengthOf(a)
  return length > 0 && Number.isFinite(length) ? { x: a.x / length, y: a.y / length } : undefined
}

/** A quarter turn: from the direction of a line to that of its perpendicular. */
export const turned = ({ x, y }: Point): Point => ({ x: -y, y: x })

export const distance = (a: Point, b: Point, spacing: Spacing): number =>
  lengthOf(toPlane(minus(b, a), spacing))

export const pixelDistance = (a: Point, b: Point): number => lengthOf(minus(b, a))

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
 * 0 to 180 degrees between two directions. Not by the arc cosine, which loses half of its digits
 * for directions that are nearly the same.
 */
export const directedAngle = (a: Point, b: Point): number =>
  degrees(Math.atan2(Math.abs(cross(a, b)), dot(a, b)))

/** 0 to 90 degrees between two lines, whichever way they were drawn. */
export const undirectedAngle = (a: Point, b: Point): number =>
  degrees(Math.atan2(Math.abs(cross(a, b)), Math.abs(dot(a, b))))

/** How far `a` leans towards the direction `axis` out of its perpendicular: -90 to 90 degrees. */
export const leanTowards = (a: Point, axis: Point): number =>
  degrees(Math.atan2(dot(a, axis), Math.abs(cross(a, axis))))

export interface Line {
  readonly from: Point
  readonly to: Point
}

/** Where two lines meet when both go on for ever; undefined for parallel ones. */
export function intersection(a: Line, b: Line): Point | undefined {
  const alongA = minus(a.to, a.from)
  const alongB = minus(b.to, b.from)
  const size = cross(alongA, alongB)
  if (Math.abs(size) <= 1e-9 * lengthOf(alongA) * lengthOf(alongB)) return undefined
  return plus(a.from, times(alongA, cross(minus(b.from, a.from), alongB) / size))
}

/** The point of a line through `on` nearest to `point`; `direction` has the length 1. */
export const footOn = (point: Point, on: Point, direction: Point): Point =>
  plus(on, times(direction, dot(minus(point, on), direction)))
