import type { Point } from '@talus/contract'
import { listEnclosedSpans } from './enclosed-area.ts'
import type { MeasuringContext } from './tool-types.ts'

export interface RegionStatistics {
  /** Number of pixels that were sampled. */
  readonly count: number
  readonly mean: number
  /** Population standard deviation: divided by n, not by n - 1. */
  readonly deviation: number
  readonly min: number
  readonly max: number
}

interface Box {
  readonly shape: 'rectangle' | 'ellipse'
  readonly from: Point
  readonly to: Point
}
interface Outline {
  readonly shape: 'outline'
  readonly points: readonly Point[]
}
export type Region = Box | Outline

/** More than a whole radiograph; rows are only skipped in larger regions. */
const pixelsMax = 16_000_000

function getBounds(region: Region) {
  const points = region.shape === 'outline' ? region.points : [region.from, region.to]
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

type Spans = ReturnType<typeof listEnclosedSpans>

/** Returns the parts of a row that are inside of the region. */
function createSpanReader(region: Region): (y: number) => Spans {
  if (region.shape === 'outline') return (y) => listEnclosedSpans(region.points, y)
  const { left, right, top, bottom } = getBounds(region)
  if (region.shape === 'rectangle') return () => [[left, right]]
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2]
  return (y) => {
    const height = (y - centre.y) / radiusY
    const half = radiusX * Math.sqrt(Math.max(0, 1 - height * height))
    return [[centre.x - half, centre.x + half]]
  }
}

/** A pixel belongs to a region if its centre is inside. Undefined for a region without pixels. */
export function computeRegionStatistics(
  region: Region,
  { columns, rows, valueAt }: MeasuringContext,
): RegionStatistics | undefined {
  if (!valueAt) return undefined
  const { left, right, top, bottom } = getBounds(region)
  const readSpans = createSpanReader(region)
  const firstRow = firstPixel(top)
  const lastRow = Math.min(rows - 1, lastPixel(bottom))
  const everyRow = Math.ceil(((right - left) * (bottom - top)) / pixelsMax) || 1

  let count = 0
  // Values are relative to the first one: sums of squares of large values lose precision.
  let origin = 0
  let sum = 0
  let squares = 0
  let min = Infinity
  let max = -Infinity
  for (let row = firstRow; row <= lastRow; row += everyRow) {
    for (const [from, to] of readSpans(row + 0.5)) {
      const last = Math.min(columns - 1, lastPixel(to))
      for (let column = firstPixel(from); column <= last; column += 1) {
        const value = valueAt(column, row)
        // Padding is no measurement.
        if (Number.isNaN(value)) continue
        if (count === 0) origin = value
        const off = value - origin
        count += 1
        sum += off
        squares += off * off
        if (value < min) min = value
        if (value > max) max = value
      }
    }
  }
  if (count === 0) return undefined
  const mean = sum / count
  const variance = Math.max(0, squares / count - mean * mean)
  return { count, mean: origin + mean, deviation: Math.sqrt(variance), min, max }
}

/** The first pixel whose centre is not before `at`, and the last whose centre is not after it. */
const firstPixel = (at: number) => Math.max(0, Math.ceil(at - 0.5))
const lastPixel = (at: number) => Math.floor(at - 0.5)
