/** What the plateau is turned to, in degrees. */
export const targetTpa = 5

/** Radii of the saws that are sold, in millimetres. */
export const sawRadii = [12, 15, 18, 21, 24, 27, 30] as const

/** How far the plateau is to be turned; nothing where it is flat enough already. */
export const rotationOf = (tpa: number, target: number = targetTpa): number =>
  Math.max(0, tpa - target)

const radians = (degrees: number) => (degrees * Math.PI) / 180

export interface SawMark {
  readonly radius: number
  /** From mark to mark, straight through the bone. */
  readonly chord: number
  /** From mark to mark, along the cut. */
  readonly arc: number
}

/** In millimetres, however the image is calibrated: the radius of the saw gives the size. */
export function sawMark(rotation: number, radius: number): SawMark {
  return {
    radius,
    chord: 2 * radius * Math.sin(radians(rotation) / 2),
    arc: radius * radians(rotation),
  }
}

export const sawTable = (tpa: number, target: number = targetTpa): readonly SawMark[] =>
  sawRadii.map((radius) => sawMark(rotationOf(tpa, target), radius))
