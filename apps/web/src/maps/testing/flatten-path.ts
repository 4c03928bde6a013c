import type { Point } from '../../ui/art/curves.ts'
import type { Frame } from '../canvas/region.ts'

type Polygon = readonly Point[]

const evaluateBezier = (a: number, b: number, c: number, d: number, t: number) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

/** Converts a path to polygons; it handles absolute cubic curves and straight lines only. */
export function flattenPath(path: string, pieces = 12): Polygon[] {
  const polygons: Point[][] = []
  let current: Point = [0, 0]
  const lineTo = (to: Point) => {
    current = to
    polygons.at(-1)?.push(to)
  }
  for (const [, letter = '', rest = ''] of path.matchAll(/([MLCHVZ])([^MLCHVZ]*)/gu)) {
    const n = [...rest.matchAll(/-?[\d.]+/gu)].map(([word]) => Number(word))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    const [x, y] = current
    if (letter === 'M') polygons.push([])
    if (letter === 'M' || letter === 'L') lineTo([a, b])
    if (letter === 'H') lineTo([a, y])
    if (letter === 'V') lineTo([x, a])
    for (let i = 1; letter === 'C' && i <= pieces; i += 1) {
      const t = i / pieces
      lineTo([evaluateBezier(x, a, c, e, t), evaluateBezier(y, b, d, f, t)])
    }
  }
  return polygons
}

/** Whether a point is inside a path that is filled by the even-odd rule. */
export function isPointInside(polygons: readonly Polygon[], [x, y]: Point): boolean {
  let inside = false
  for (const polygon of polygons) {
    let [ax, ay] = polygon.at(-1) ?? [0, 0]
    for (const [bx, by] of polygon) {
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
      ;[ax, ay] = [bx, by]
    }
  }
  return inside
}

/** The size of the bounding box of a path, clipped to the map. */
export function measureOnMap(frame: Frame, path: string) {
  const points = flattenPath(path).flat()
  const [left, top, width, height] = frame
  const range = (values: readonly number[], low: number, high: number) =>
    Math.min(high, Math.max(...values)) - Math.max(low, Math.min(...values))
  return {
    width: range(
      points.map(([x]) => x),
      left,
      left + width,
    ),
    height: range(
      points.map(([, y]) => y),
      top,
      top + height,
    ),
  }
}
