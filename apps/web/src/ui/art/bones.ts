/** Bones shared by all skeletons, as paths: limbs, vertebrae, ribs, small round bones. */
import { parseKnots, drawLine, placeKnots, drawShape } from './curves.ts'
import type { Knot, Point, Station } from './curves.ts'

const mix = (a: number, b: number, t: number) => a + (b - a) * t

/**
 * The side view of a long bone of the left-facing animal, from its upper joint (t 0) to its
 * lower (t 1); the second number is the distance from the axis in half widths, cranial positive.
 */
type Template = readonly Knot[]

/** Head of the femur in front, greater trochanter behind; trochlea and condyles below. */
export const FEMUR: Template = parseKnots(`
  -0.07,0.1 -0.02,0.75 0.07,0.72 0.17,0.42 0.42,0.37 0.7,0.4 0.86,0.66 0.95,0.92 1.01,0.55
  0.99,0 1.03,-0.6 0.95,-1 0.86,-0.68 0.66,-0.36 0.36,-0.36 0.16,-0.66 0.04,-1.05
  -0.05,-0.9 -0.01,-0.4
`)
/** Greater tubercle in front, head behind; condyle and epicondyle below. */
export const HUMERUS: Template = parseKnots(`
  -0.07,0.6 0.03,1 0.16,0.78 0.36,0.42 0.66,0.36 0.84,0.5 0.95,0.8 1.02,0.4 1,-0.05
  1.01,-0.5 0.92,-0.85 0.79,-0.5 0.52,-0.37 0.26,-0.56 0.11,-0.95 0,-0.75 -0.02,0
`)
/** Broad above with the tibial crest in front, cochlea below. */
export const TIBIA: Template = parseKnots(`
  0,0.25 0.01,0.8 0.09,1.02 0.22,0.62 0.42,0.36 0.7,0.33 0.88,0.42 0.97,0.62 1.02,0.25
  0.99,-0.05 1.02,-0.35 0.96,-0.55 0.82,-0.37 0.5,-0.34 0.22,-0.52 0.07,-0.95 0,-0.75
`)
export const RADIUS: Template = parseKnots(`
  0,0.55 0.06,0.85 0.2,0.62 0.5,0.7 0.8,0.62 0.93,0.9 0.99,0.6 1,0 0.99,-0.6 0.93,-0.85
  0.78,-0.42 0.5,-0.3 0.2,-0.45 0.06,-0.85 0,-0.55
`)
/** Olecranon, trochlear notch and a shaft that tapers to the carpus. */
export const ULNA: Template = parseKnots(`
  -0.01,0.4 -0.01,-0.5 0.06,-0.85 0.22,-0.6 0.5,-0.34 0.9,-0.26 1,-0.3 1.01,0.15 0.9,0.24
  0.5,0.26 0.27,0.75 0.2,0.3 0.13,0.85 0.06,0.55
`)
/** Metapodials and phalanges: two condyles at either end. */
export const SHAFT: Template = parseKnots(`
  0,0.5 0.07,1 0.25,0.66 0.5,0.58 0.75,0.64 0.93,0.95 1,0.5 0.98,0 1,-0.5 0.93,-0.95
  0.75,-0.64 0.5,-0.58 0.25,-0.66 0.07,-1 0,-0.5 0.02,0
`)
/** The last phalanx of a paw, curved to the claw. */
export const CLAW: Template = parseKnots('0,0.7 0.5,0.8 1,-0.5,0.2 0.5,-0.7 0,-0.8')

/** Outlines a long bone after its template, from joint to joint; `width` is its greatest width. */
export function outlineBone(template: Template, from: Point, to: Point, width: number): Knot[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  const outline = template.map(([t, v, r = 1]): Knot => [t * length, (v * width) / 2, r])
  return placeKnots({ x: from[0], y: from[1], angle, step: length }, outline)
}

/** Outlines a small rounded bone (carpal, tarsal, sesamoid, patella). */
export function outlineSmallBone(x: number, y: number, rx: number, ry = rx, degrees = 0): Knot[] {
  const [w, h] = [rx * 0.78, ry * 0.78]
  const at: Station = { x, y, angle: (degrees * Math.PI) / 180, step: 0 }
  return placeKnots(at, [
    [-w, -h, 0.9],
    [w, -h, 0.9],
    [w, h, 0.9],
    [-w, h, 0.9],
  ])
}

export interface VertebraSizes {
  /** Height of the body at the first and the last vertebra of the row. */
  readonly body: readonly [first: number, last: number]
  /** Height of the spinous process, and backward offset of its tip; t runs from 0 to 1. */
  readonly process: (t: number) => readonly [height: number, lean: number]
}

/** Draws a row of vertebrae: each has a waisted body and a spinous process above it. */
export function drawVertebrae(row: readonly Station[], { body, process }: VertebraSizes): string[] {
  return row.map((at, i) => {
    const t = row.length > 1 ? i / (row.length - 1) : 0
    const w = at.step
    const h = mix(body[0], body[1], t) / 2
    const [height, lean] = process(t)
    const block = drawShape(
      placeKnots(at, [
        [-0.44 * w, -h, 0.5],
        [0, -0.8 * h],
        [0.44 * w, -h, 0.5],
        [0.44 * w, h, 0.5],
        [0, 0.7 * h],
        [-0.44 * w, h, 0.5],
      ]),
    )
    if (height === 0) return block
    const blade = drawShape(
      placeKnots(at, [
        [-0.34 * w, -h * 0.88, 0.2],
        [lean * 0.5 - 0.2 * w, -h - height * 0.5, 0.8],
        [lean - 0.17 * w, -h - height * 0.95, 0.5],
        [lean + 0.17 * w, -h - height, 0.5],
        [lean * 0.5 + 0.16 * w, -h - height * 0.45, 0.8],
        [0.34 * w, -h * 0.88, 0.2],
      ]),
    )
    return blade + block
  })
}

/**
 * Draws ribs from the vertebrae to the costal line, curved backwards by a share of their length.
 */
export function drawRibs(row: readonly Station[], ends: readonly Station[], bow: number): string[] {
  return row.flatMap((at, i) => {
    const end = ends[i]
    if (end === undefined) return []
    const [dx, dy] = [end.x - at.x, end.y - at.y]
    const b = bow * Math.hypot(dx, dy)
    return [
      drawLine([
        [at.x, at.y + 2],
        [at.x + dx * 0.2 + b * 0.66, at.y + dy * 0.2 - dx * 0.04],
        [at.x + dx * 0.55 + b, at.y + dy * 0.56],
        [end.x, end.y],
      ]),
    ]
  })
}

/**
 * Draws costal cartilages: those of the true ribs run forwards to the sternum; each of the others
 * joins the one before it, and together they form the costal arch.
 */
export function drawCartilages(ends: readonly Station[], sternum: readonly Station[]): string[] {
  let before: Point = [0, 0]
  return ends.map((from, i) => {
    const goal = sternum[i]
    const to: Point = goal === undefined ? before : [goal.x, goal.y]
    const [along, down] = goal === undefined ? [0.42, 0.62] : [0.12, 0.62]
    const elbow: Point = [from.x + (to[0] - from.x) * along, from.y + (to[1] - from.y) * down]
    before = elbow
    return drawLine([[from.x, from.y], elbow, to])
  })
}
