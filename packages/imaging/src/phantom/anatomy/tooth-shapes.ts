/** The shape of an upright tooth in mm: the neck is the origin, the crown has negative y. */
export interface ToothShape {
  readonly width: number
  readonly crown: number
  readonly root: number
  /** Positions of the roots along the tooth, and the inclination of their tips. */
  readonly roots: readonly (readonly [at: number, lean: number])[]
  /** Depth of the outline between cusps. */
  readonly dip?: number
  readonly cusps: readonly (readonly [at: number, height: number])[]
}

const oneRoot = [[0, 0.12]] as const

const twoRoots = [
  [-0.26, -0.1],
  [0.26, 0.12],
] as const

/** By position in the quadrant, for a medium-sized dog; the cat has the same shapes, smaller. */
export function getToothShape(position: number, upper: boolean): ToothShape {
  if (position <= 3)
    return {
      width: 4.4 + position * 0.7,
      crown: 6 + position,
      root: 13 + position,
      roots: [[0, 0.06 * position]],
      dip: 0.97,
      cusps: [
        [-0.28, 0.9],
        [0.02, 1],
        [0.3, 0.88],
      ],
    }
  if (position === 4)
    return { width: 10, crown: 17, root: 25, roots: [[0.05, 0.95]], cusps: [[-0.22, 1.0]] }
  if (position === 5) return { width: 5, crown: 4.5, root: 8, roots: oneRoot, cusps: [[0, 1]] }
  const carnassial = position === (upper ? 8 : 9)
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
  if (position >= 10)
    return {
      width: 9.5 - (position - 10) * 3,
      crown: 5,
      root: 8,
      roots: position === 11 ? oneRoot : twoRoots,
      cusps: [
        [-0.25, 0.9],
        [0.25, 0.8],
      ],
    }
  if (position === 9)
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
    width: 8.5 + (position - 6) * 1.3,
    crown: 6.5 + (position - 6) * 0.7,
    root: 11 + (position - 6),
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

/** The teeth of a horse are hypsodont: most of the crown is still in the jaw. */
export const getHorseToothShape = (position: number): ToothShape =>
  position <= 3
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
    : position === 4
      ? { width: 12, crown: 14, root: 34, roots: [[0, 0.4]], cusps: [[-0.1, 1]] }
      : position === 5
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
