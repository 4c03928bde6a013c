import type { Vector } from '@talus/contract'

/** Three rows. */
export type Matrix = readonly [Vector, Vector, Vector]

export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vector, factor: number): Vector => [
  a[0] * factor,
  a[1] * factor,
  a[2] * factor,
]
/** `a + b * factor`, which moves a place along a direction. */
export const move = (a: Vector, b: Vector, factor: number): Vector => [
  a[0] + b[0] * factor,
  a[1] + b[1] * factor,
  a[2] + b[2] * factor,
]
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const getLength = (a: Vector): number => Math.hypot(a[0], a[1], a[2])
export const getDistance = (a: Vector, b: Vector): number => getLength(subtract(a, b))

/** A vector of length 0 has no direction and stays as it is. */
export function normalize(a: Vector): Vector {
  const length = getLength(a)
  return length > 0 ? scale(a, 1 / length) : a
}

export const transform = (matrix: Matrix, a: Vector): Vector => [
  dot(matrix[0], a),
  dot(matrix[1], a),
  dot(matrix[2], a),
]

export const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

export function multiply(a: Matrix, b: Matrix): Matrix {
  const columns = transpose(b)
  return [transform(columns, a[0]), transform(columns, a[1]), transform(columns, a[2])]
}

/** The rotation by an angle in radians around a direction, counterclockwise as seen from its tip. */
export function rotateAround(axis: Vector, angle: number): Matrix {
  const [x, y, z] = normalize(axis)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const t = 1 - c
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ]
}
