/** One tooth in mm, upright: its neck is the origin, the crown at negative y, roots below. */
export interface ToothShape {
  readonly width: number
  readonly crown: number
  readonly root: number
  /** Places of the roots along the tooth, and how far their tips lean. */
  readonly roots: readonly (readonly [at: number, lean: number])[]
  /** How deep the outline falls between cusps. */
  readonly dip?: number
  readonly cusps: readonly (readonly [at: number, height: number])[]
}

const oneRoot = [[0, 0.12]] as const

const twoRoots = [
  [-0.26, -0.1],
  [0.26, 0.12],
] as const

/** By place in the quadrant, of a middle-sized dog; the cat has the same forms, smaller. */
export function toothOf(place: number, upper: boolean): ToothShape {
  if (place <= 3)
    return {
      width: 4.4 + place * 0.7,
      crown: 6 + place,
      root: 13 + place,
      roots: [[0, 0.06 * place]],
      dip: 0.97,
      cusps: [
        [-0.28, 0.9],
        [0.02, 1],
        [0.3, 0.88],
      ],
    }
  if (place === 4)
    return { width: 10, crown: 17, root: 25, roots: [[0.05, 0.95]], cusps: [[-0.22, 1.0]] }
  if (place === 5) return { width: 5, crown: 4.5, root: 8, roots: oneRoot, cusps: [[0, 1]] }
  const carnassial = place === (upper ? 8 : 9)
  if (carnassial)
    return {
      width: upper ? 18 : 21,
      crown: 11,
      root: 15,
      roots: upper
        ? [
            [-0.36, -0.1],
            [-0.14, 0.05],
            [0.3, 0.1],
          ]
        : [
            [-0.25, -0.08],
            [0.26, 0.14],
          ],
      cusps: [
        [-0.43, 0.5],
        [-0.24, 0.78],
        [-0.08, 1],
        [0.1, 0.72],
        [0.26, 0.74],
        [0.43, 0.5],
      ],
    }
  if (place >= 10)
    return {
      width: 9.5 - (place - 10) * 3,
      crown: 5,
      root: 8,
      roots: place === 11 ? oneRoot : twoRoots,
      cusps: [
        [-0.25, 0.9],
        [0.25, 0.8],
      ],
    }
  if (place === 9)
    return {
      width: 13,
      crown: 7,
      root: 10,
      roots: twoRoots,
      cusps: [
        [-0.25, 1],
        [0.22, 0.85],
      ],
    }
  return {
    width: 8.5 + (place - 6) * 1.3,
    crown: 6.5 + (place - 6) * 0.7,
    root: 11 + (place - 6),
    roots: twoRoots,
    cusps: [
      [-0.42, 0.36],
      [-0.22, 0.66],
      [-0.04, 1],
      [0.16, 0.66],
      [0.42, 0.38],
    ],
  }
}

/** A horse's teeth are long and keep growing out: most of the crown is still in the jaw. */
export const horseTooth = (place: number): ToothShape =>
  place <= 3
    ? {
        width: 16,
        crown: 16,
        root: 42,
        roots: [[0, 0.14]],
        cusps: [
          [-0.4, 0.95],
          [0.4, 1],
        ],
      }
    : place === 4
      ? { width: 12, crown: 14, root: 34, roots: [[0, 0.4]], cusps: [[-0.1, 1]] }
      : place === 5
        ? { width: 7, crown: 5, root: 12, roots: oneRoot, cusps: [[0, 1]] }
        : {
            width: 27,
            crown: 15,
            root: 52,
            roots: [
              [-0.22, -0.06],
              [0.22, 0.08],
            ],
            cusps: [
              [-0.42, 0.95],
              [0, 1],
              [0.42, 0.93],
            ],
          }
