/** Tibial plateau angle after the operation, in degrees. */
export const targetTpa = 5

/** Radii of the saws on the market, in millimetres. */
export const sawRadii = [12, 15, 18, 21, 24, 27, 30] as const

/** Rotation of the plateau in degrees; 0 if it is flat enough already. */
export const computeRotation = (tpa: number, target: number = targetTpa): number =>
  Math.max(0, tpa - target)

const radians = (degrees: number) => (degrees * Math.PI) / 180

export interface SawMark {
  readonly radius: number
  /** Straight distance between the marks, through the bone. */
  readonly chord: number
  /** Distance between the marks along the cut. */
  readonly arc: number
}

/** In millimetres for any calibration of the image, because the saw radius gives the size. */
export function computeSawMark(rotation: number, radius: number): SawMark {
  return {
    radius,
    chord: 2 * radius * Math.sin(radians(rotation) / 2),
    arc: radius * radians(rotation),
  }
}

export const computeSawTable = (tpa: number, target: number = targetTpa): readonly SawMark[] =>
  sawRadii.map((radius) => computeSawMark(computeRotation(tpa, target), radius))
