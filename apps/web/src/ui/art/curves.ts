/**
 * Smooth curves through knots. An animal is defined by the points of its contour; these functions
 * convert them to cubic paths and sample positions along them.
 */

export type Point = readonly [x: number, y: number]

/** A point of a curve; roundness 0 makes it a corner, 1 (the default) smooth. */
export type Knot = readonly [x: number, y: number, roundness?: number]

/** Parses knots written like the points of an SVG polygon: "x,y x,y,roundness …". */
export function parseKnots(text: string): Knot[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x = 0, y = 0, roundness = 1] = word.split(',').map(Number)
      return [x, y, roundness]
    })
}

/** A position on a curve, with its direction in radians and the distance to the next position. */
export interface Station {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly step: number
}

interface Segment {
  readonly from: Point
  readonly c1: Point
  readonly c2: Point
  readonly to: Point
}

const distance = (a: Knot, b: Knot) => Math.hypot(b[0] - a[0], b[1] - a[1])
const mix = (a: number, b: number, t: number) => a + (b - a) * t
const round = (n: number) => Math.round(n * 10) / 10
const formatPoint = (p: Point) => `${round(p[0])} ${round(p[1])}`

/** The unit tangent at `b` between its neighbours, weighted towards the nearer one. */
function computeTangent(a: Knot, b: Knot, c: Knot): Point {
  const before = Math.sqrt(distance(a, b)) || 1
  const after = Math.sqrt(distance(b, c)) || 1
  const along = (i: 0 | 1) =>
    (b[i] - a[i]) / before - (c[i] - a[i]) / (before + after) + (c[i] - b[i]) / after
  const [x, y] = [along(0), along(1)]
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

function toSegments(course: readonly Knot[], closed: boolean): Segment[] {
  const n = course.length
  const at = (i: number): Knot => {
    const index = closed ? (i + n) % n : Math.min(Math.max(i, 0), n - 1)
    return course[index] ?? [0, 0]
  }
  const result: Segment[] = []
  for (let i = 0; i < (closed ? n : n - 1); i += 1) {
    const [a, b] = [at(i), at(i + 1)]
    const reach = distance(a, b) * 0.36
    const out = computeTangent(at(i - 1), a, b)
    const into = computeTangent(a, b, at(i + 2))
    const [ra, rb] = [reach * (a[2] ?? 1), reach * (b[2] ?? 1)]
    result.push({
      from: [a[0], a[1]],
      c1: [a[0] + out[0] * ra, a[1] + out[1] * ra],
      c2: [b[0] - into[0] * rb, b[1] - into[1] * rb],
      to: [b[0], b[1]],
    })
  }
  return result
}

function toPath(parts: readonly Segment[], closed: boolean): string {
  const first = parts[0]
  if (first === undefined) return ''
  const curves = parts
    .map((s) => `C${formatPoint(s.c1)} ${formatPoint(s.c2)} ${formatPoint(s.to)}`)
    .join('')
  return `M${formatPoint(first.from)}${curves}${closed ? 'Z' : ''}`
}

/** The path of a closed smooth shape through the knots. */
export const drawShape = (course: readonly Knot[]) => toPath(toSegments(course, true), true)

/** The path of an open smooth line through the knots. */
export const drawLine = (course: readonly Knot[]) => toPath(toSegments(course, false), false)

function evaluateSegment(s: Segment, t: number): Point {
  const along = (i: 0 | 1) => {
    const [ab, bc, cd] = [
      mix(s.from[i], s.c1[i], t),
      mix(s.c1[i], s.c2[i], t),
      mix(s.c2[i], s.to[i], t),
    ]
    return mix(mix(ab, bc, t), mix(bc, cd, t), t)
  }
  return [along(0), along(1)]
}

/**
 * Samples the middles of `count` equal steps along the curve, from one of its knots to another;
 * `ease` above 1 makes the steps shorter towards the end, below 1 longer.
 */
export function sampleStations(
  course: readonly Knot[],
  fromKnot: number,
  toKnot: number,
  count: number,
  ease = 1,
): Station[] {
  const fine = toSegments(course, false)
    .slice(fromKnot, toKnot)
    .flatMap((s) => Array.from({ length: 24 }, (_, i) => evaluateSegment(s, i / 24)))
  const last = course[toKnot]
  if (last !== undefined) fine.push([last[0], last[1]])
  const reached = [0]
  for (let i = 1; i < fine.length; i += 1) {
    reached.push((reached[i - 1] ?? 0) + distance(fine[i - 1] ?? [0, 0], fine[i] ?? [0, 0]))
  }
  const total = reached[reached.length - 1] ?? 0
  const share = (t: number) => 1 - (1 - t) ** ease
  return Array.from({ length: count }, (_, k) => {
    const start = share(k / count) * total
    const end = share((k + 1) / count) * total
    const i = Math.max(
      1,
      reached.findIndex((r) => r >= (start + end) / 2),
    )
    const a: Point = fine[i - 1] ?? [0, 0]
    const b: Point = fine[i] ?? [0, 0]
    const t = ((start + end) / 2 - (reached[i - 1] ?? 0)) / (distance(a, b) || 1)
    return {
      x: mix(a[0], b[0], t),
      y: mix(a[1], b[1], t),
      angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
      step: end - start,
    }
  })
}

/** Transforms knots from the coordinates of a station (x along it, y to its right). */
export function placeKnots(at: Station, course: readonly Knot[]): Knot[] {
  const [cos, sin] = [Math.cos(at.angle), Math.sin(at.angle)]
  return course.map(([x, y, r = 1]) => [at.x + x * cos - y * sin, at.y + x * sin + y * cos, r])
}

/** The difference between the far limb of a pair and the near one. */
export interface LimbPose {
  /** Heights between which the limb swings; below, the whole foot is shifted. */
  readonly top: number
  readonly bottom: number
  /** Horizontal offset of the foot from the near one; negative is forwards. */
  readonly swing: number
  /** Upward offset of the far foot in the drawing. */
  readonly lift: number
}

/** Swings the contour or the bones of a limb at its upper joint. */
export function swingLimb(course: readonly Knot[], { top, bottom, swing, lift }: LimbPose): Knot[] {
  return course.map(([x, y, r = 1]) => {
    const t = Math.min(1, Math.max(0, (y - top) / (bottom - top)))
    return [x + swing * t, y - lift * t, r]
  })
}
