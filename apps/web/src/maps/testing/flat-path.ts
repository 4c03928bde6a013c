import type { Point } from '../../ui/art/curves.ts'
import type { Frame } from '../canvas/region.ts'

type Polygon = readonly Point[]

const along = (a: number, b: number, c: number, d: number, t: number) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

/** The polygons of a path as the drawings write them: absolute, cubic curves and straight lines. */
export function flattened(path: string, pieces = 12): Polygon[] {
  const polygons: Point[][] = []
  let now: Point = [0, 0]
  const go = (to: Point) => {
    now = to
    polygons.at(-1)?.push(to)
  }
  for (const [, letter = '', rest = ''] of path.matchAll(/([MLCHVZ])([^MLCHVZ]*)/gu)) {
    const n = [...rest.matchAll(/-?[\d.]+/gu)].map(([word]) => Number(word))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n
    const [x, y] = now
    if (letter === 'M') polygons.push([])
    if (letter === 'M' || letter === 'L') go([a, b])
    if (letter === 'H') go([a, y])
    if (letter === 'V') go([x, a])
    for (let i = 1; letter === 'C' && i <= pieces; i += 1) {
      const t = i / pieces
      go([along(x, a, c, e, t), along(y, b, d, f, t)])
    }
  }
  return polygons
}

/** Whether a point lies in a path that is filled by the even-odd rule. */
export function isIn(polygons: readonly Polygon[], [x, y]: Point): boolean {
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

/** The box around a path, as far as it is on the map. */
export function boxOn(frame: Frame, path: string) {
  const points = flattened(path).flat()
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
