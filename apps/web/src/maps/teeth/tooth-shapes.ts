import { parseKnots, drawLine, placeKnots, drawShape } from '../../ui/art/curves.ts'
import type { Knot, Station } from '../../ui/art/curves.ts'

/**
 * A crown, seen from the front of the open mouth. The first number runs along the arcade, away from
 * the midline; the second from the tip (-1) to the gum (1); both in halves of the tooth's size.
 */
interface ToothShape {
  readonly crown: readonly Knot[]
  /** Fine lines on it: grooves, the folds of the enamel. */
  readonly lines: readonly (readonly Knot[])[]
}

export const toothShapes = {
  /** Three lobes, the middle one longest. */
  incisor: {
    crown: parseKnots(`
      -0.72,0.9 0,1 0.72,0.9 0.96,0.1 0.86,-0.72 0.5,-0.78 0.3,-0.7,0.3 0,-1 -0.3,-0.7,0.3
      -0.5,-0.78 -0.86,-0.72 -0.96,0.1
    `),
    lines: [],
  },
  /** A fang, bent away from the midline. */
  fang: {
    crown: parseKnots(
      '-0.7,0.86 0,1 0.78,0.86 1,0.34 0.84,-0.2 0.52,-1,0.2 -0.12,-0.5 -0.7,0.02 -0.94,0.5',
    ),
    lines: [parseKnots('0.5,0.1 0.54,-0.24 0.44,-0.62')],
  },
  /** One pointed cusp. */
  pointed: {
    crown: parseKnots(
      '-0.86,0.84 0,1 0.86,0.84 0.98,0.2 0.74,-0.3 0.14,-1,0.4 -0.6,-0.36 -0.98,0.2',
    ),
    lines: [],
  },
  /** The shearing tooth: two blades and the notch between them. */
  carnassial: {
    crown: parseKnots(`
      -0.9,0.84 -0.3,1 0.4,1 0.92,0.84 1,0.1 0.82,-0.5 0.5,-0.7,0.6 0.24,-0.28,0.2 -0.2,-1,0.4
      -0.56,-0.3 -0.8,-0.34 -0.99,0.2
    `),
    lines: [parseKnots('0.24,-0.28 0.22,-0.1 0.26,0.06')],
  },
  /** Low and broad, for grinding. */
  molar: {
    crown: parseKnots(`
      -0.84,0.84 0,1 0.84,0.84 0.98,0 0.8,-0.74 0.4,-0.92 0,-0.66,0.4 -0.44,-0.96 -0.84,-0.66
      -0.98,0
    `),
    lines: [],
  },
  /** A horse's incisor, worn flat, with its cup. */
  cupped: {
    crown: parseKnots('-0.86,0.7 0,1 0.86,0.7 0.98,0 0.7,-0.84 0,-1 -0.7,-0.84 -0.98,0'),
    lines: [parseKnots('-0.4,-0.62 0,-0.72 0.4,-0.62')],
  },
  /** A peg: a horse's canine. */
  peg: {
    crown: parseKnots('-0.8,0.6 0,1 0.8,0.6 0.96,0 0.5,-0.72 0.1,-1,0.5 -0.5,-0.7 -0.96,0'),
    lines: [],
  },
  /** Hardly more than a bead in front of the first cheek tooth. */
  wolf: {
    crown: parseKnots('-0.7,0.7 0,1 0.7,0.7 1,0 0.7,-0.7 0,-1 -0.7,-0.7 -1,0'),
    lines: [],
  },
  /** A block of a horse's row, folds of enamel along its edges. */
  cheek: {
    crown: parseKnots(`
      -0.96,0.8,0.6 -0.6,1 -0.3,0.86 0,1 0.3,0.86 0.6,1 0.96,0.8,0.6 0.98,0 0.94,-0.84,0.6 0,-1
      -0.94,-0.84,0.6 -0.98,0
    `),
    lines: [
      parseKnots('-0.7,-0.5 -0.4,-0.72 -0.1,-0.52'),
      parseKnots('0.1,-0.52 0.4,-0.72 0.7,-0.5'),
    ],
  },
} as const satisfies Readonly<Record<string, ToothShape>>

export type ToothForm = keyof typeof toothShapes

/** Offset of the number on a crown, from the middle towards the gum. */
export const numberOffsets: Readonly<Record<ToothForm, number>> = {
  incisor: 0.04,
  fang: 0.18,
  pointed: 0.14,
  carnassial: 0.16,
  molar: 0.06,
  cupped: 0.06,
  peg: 0.08,
  wolf: 0,
  cheek: 0.1,
}

export interface ToothSize {
  /** Along the arcade. */
  readonly width: number
  /** From the gum to the tip. */
  readonly depth: number
}

/** Draws a tooth at a station of the arcade; `gum` is the side of the station with the gum. */
export function drawTooth(form: ToothForm, size: ToothSize, at: Station, gum: 1 | -1) {
  const { crown, lines } = toothShapes[form]
  const scale = (course: readonly Knot[]) =>
    placeKnots(
      at,
      course.map(([x, y, r = 1]): Knot => [(x * size.width) / 2, (y * gum * size.depth) / 2, r]),
    )
  return { crown: drawShape(scale(crown)), lines: lines.map((course) => drawLine(scale(course))) }
}
