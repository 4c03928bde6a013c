/**
 * A vector in millimetres. Each part of the anatomy defines the meaning of the three directions.
 */
export type Vec = readonly [x: number, y: number, z: number]
export interface Point {
  readonly x: number
  readonly y: number
}

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const multiply = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const vectorLength = (a: Vec): number => Math.sqrt(dot(a, a))
export const normalize = (a: Vec): Vec => multiply(a, 1 / (vectorLength(a) || 1))
export const mix = (a: Vec, b: Vec, t: number): Vec => add(a, multiply(subtract(b, a), t))
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t
export const clamp = (x: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, x))

/** Rises smoothly from 0 to 1 between two values. */
export const smoothStep = (from: number, to: number, x: number): number => {
  const t = clamp((x - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}

/** Interpolates a curve given by points of ascending x linearly. */
export function interpolate(curve: readonly (readonly [number, number])[], x: number): number {
  let before = curve[0] ?? [0, 0]
  for (const point of curve) {
    if (x <= point[0]) {
      const span = point[0] - before[0]
      return span > 0 ? lerp(before[1], point[1], (x - before[0]) / span) : point[1]
    }
    before = point
  }
  return before[1]
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  const t2 = t * t
  return (
    0.5 *
    (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t2 + (3 * b - a - 3 * c + d) * t2 * t)
  )
}

/** Interpolates values smoothly (Catmull-Rom), with `steps` values per interval. */
export function smoothValues(values: readonly number[], steps: number, closed = false): number[] {
  const count = values.length
  const at = (i: number) => values[closed ? (i + count) % count : clamp(i, 0, count - 1)] ?? 0
  const result: number[] = []
  const gaps = closed ? count : count - 1
  for (let i = 0; i < gaps; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let k = 0; k < steps; k++) result.push(catmull(a, b, c, d, k / steps))
  }
  if (!closed) result.push(at(count - 1))
  return result
}

export function smoothPath(points: readonly Vec[], steps: number, closed = false): Vec[] {
  const [xs, ys, zs] = [0, 1, 2].map((axis) =>
    smoothValues(
      points.map((point) => point[axis] ?? 0),
      steps,
      closed,
    ),
  )
  return (xs ?? []).map((x, i): Vec => [x, ys?.[i] ?? 0, zs?.[i] ?? 0])
}
