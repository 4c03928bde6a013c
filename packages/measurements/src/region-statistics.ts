import type { Point } from '@talus/contract'
import type { MeasuringContext } from './tool.ts'

export interface RegionStatistics {
  /** How many pixels were looked at. */
  readonly count: number
  readonly mean: number
  /** Of all the pixels in the region, not of a sample: divided by their number. */
  readonly deviation: number
  readonly min: number
  readonly max: number
}

export interface Region {
  readonly shape: 'rectangle' | 'ellipse'
  readonly from: Point
  readonly to: Point
}

/** More than a whole radiograph; only far larger images are looked at in every second row. */
const pixelsMax = 16_000_000

/** A pixel belongs to a region when its middle lies in it. Undefined for a region of none. */
export function statisticsOf(
  { shape, from, to }: Region,
  { columns, rows, valueAt }: MeasuringContext,
): RegionStatistics | undefined {
  if (!valueAt) return undefined
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2]
  const firstRow = firstMiddle(top)
  const lastRow = Math.min(rows - 1, lastMiddle(bottom))
  const everyRow = Math.ceil(((right - left) * (bottom - top)) / pixelsMax) || 1

  let count = 0
  // Counted from a value of the region itself: sums of squares of large values lose their digits.
  let origin = 0
  let sum = 0
  let squares = 0
  let min = Infinity
  let max = -Infinity
  for (let row = firstRow; row <= lastRow; row += everyRow) {
    const height = (row + 0.5 - centre.y) / radiusY
    const half =
      shape === 'ellipse' ? radiusX * Math.sqrt(Math.max(0, 1 - height * height)) : radiusX
    const last = Math.min(columns - 1, lastMiddle(centre.x + half))
    for (let column = firstMiddle(centre.x - half); column <= last; column += 1) {
      const value = valueAt(column, row)
      if (count === 0) origin = value
      const off = value - origin
      count += 1
      sum += off
      squares += off * off
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  if (count === 0) return undefined
  const mean = sum / count
  const variance = Math.max(0, squares / count - mean * mean)
  return { count, mean: origin + mean, deviation: Math.sqrt(variance), min, max }
}

/** The first pixel whose middle is not before `at`, and the last whose middle is not after it. */
const firstMiddle = (at: number) => Math.max(0, Math.ceil(at - 0.5))
const lastMiddle = (at: number) => Math.floor(at - 0.5)
