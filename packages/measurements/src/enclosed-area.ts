import type { Point } from '@talus/contract'
import { cross, minus } from './geometry.ts'

interface Edge {
  readonly from: Point
  readonly to: Point
}

/** The edges of a closed outline. */
const listEdges = (points: readonly Point[]): readonly Edge[] =>
  points.flatMap((from, index) => {
    const to = points[(index + 1) % points.length]
    return to ? [{ from, to }] : []
  })

/** The y at which two edges cross between their ends; undefined if they do not. */
function findCrossing(a: Edge, b: Edge): number | undefined {
  const [alongA, alongB, gap] = [minus(a.to, a.from), minus(b.to, b.from), minus(b.from, a.from)]
  const size = cross(alongA, alongB)
  if (size === 0) return undefined
  const shareA = cross(gap, alongB) / size
  const shareB = cross(gap, alongA) / size
  if (shareA <= 0 || shareA >= 1 || shareB <= 0 || shareB >= 1) return undefined
  return a.from.y + alongA.y * shareA
}

function listCrossings(edges: readonly Edge[]): readonly number[] {
  const found: number[] = []
  for (const [index, edge] of edges.entries()) {
    for (let other = index + 2; other < edges.length; other += 1) {
      const next = edges[other]
      const y = next && findCrossing(edge, next)
      if (y !== undefined) found.push(y)
    }
  }
  return found
}

/**
 * The parts of a row that a closed outline encloses, as pairs of x. A point belongs to the region if
 * the outline winds around it, in either direction: a loop at the end of a hand-drawn outline, which
 * crosses itself, neither adds its area twice nor subtracts it.
 */
export function listEnclosedSpans(
  points: readonly Point[],
  y: number,
): readonly (readonly [from: number, to: number])[] {
  const crossings = listEdges(points)
    .flatMap(({ from, to }) => {
      if (from.y <= y === to.y <= y) return []
      const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
      return [{ x, turn: from.y <= y ? 1 : -1 }]
    })
    .toSorted((a, b) => a.x - b.x)
  const spans: (readonly [number, number])[] = []
  let winding = 0
  let start = 0
  for (const { x, turn } of crossings) {
    if (winding === 0) start = x
    winding += turn
    if (winding === 0) spans.push([start, x])
  }
  return spans
}

/** The area inside of a closed outline, which may cross itself. */
export function computeEnclosedArea(points: readonly Point[]): number {
  const crossings = listCrossings(listEdges(points))
  // Between two neighbouring heights no edges cross, so each enclosed part is a trapezium.
  const heights = [...new Set([...points.map(({ y }) => y), ...crossings])].toSorted(
    (a, b) => a - b,
  )
  return heights.slice(1).reduce((sum, to, index) => {
    const from = heights[index] ?? to
    const width = listEnclosedSpans(points, (from + to) / 2).reduce(
      (total, [left, right]) => total + right - left,
      0,
    )
    return sum + width * (to - from)
  }, 0)
}
