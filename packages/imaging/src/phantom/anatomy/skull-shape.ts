/** A cross-section of the head: x, top, bottom and half width. */
export type HeadSection = readonly [x: number, top: number, bottom: number, half: number]
/** A point on one side of the head with half sizes along the named direction and across it. */
export type HeadStop = readonly [x: number, y: number, z: number, wide: number, thick: number]

export interface ToothPlan {
  readonly x: number
  readonly z: number
  /** Half width along the jaw. */
  readonly half: number
  readonly crown: number
  readonly root: number
  readonly roots: 1 | 2
  /** Caudal inclination of the root. */
  readonly lean: number
}

/**
 * A head in units of its size: x caudal (negative values are scaled by the length of the face), y
 * ventral, z to the side.
 */
export interface HeadShape {
  readonly face: number
  readonly skin: readonly HeadSection[]
  readonly brain: readonly HeadSection[]
  /** Nose and upper jaw, a thin shell around the nasal cavity. */
  readonly snout: readonly HeadSection[]
  readonly sinus: readonly HeadSection[]
  /** Hard palate: x, height, half width. */
  readonly palate: readonly (readonly [number, number, number])[]
  readonly base: readonly HeadSection[]
  readonly crest: readonly HeadStop[]
  readonly arch: readonly HeadStop[]
  /** Bony rim of the orbit. */
  readonly orbit: readonly HeadStop[]
  readonly bulla: { readonly at: readonly [number, number, number]; readonly radius: number }
  /** Body of the lower jaw, whose height is `wide`; its processes follow. */
  readonly jaw: readonly HeadStop[]
  readonly coronoid: readonly HeadStop[]
  readonly condyle: readonly HeadStop[]
  readonly angle: readonly HeadStop[]
  readonly joint: readonly [x: number, y: number, z: number, radius: number]
  readonly upperTeeth: readonly ToothPlan[]
  readonly lowerTeeth: readonly ToothPlan[]
  /** Height of the necks of the upper teeth. */
  readonly gum: number
  readonly hyoid: readonly (readonly [number, number, number])[]
}

export const planTooth = (
  x: number,
  z: number,
  half: number,
  crown: number,
  root: number,
  roots: 1 | 2,
  lean = 0,
): ToothPlan => ({ x, z, half, crown, root, roots, lean })

export const dogHead: HeadShape = {
  face: 1,
  skin: [
    [-1.06, 0.06, 0.28, 0.05],
    [-1.02, -0.02, 0.36, 0.13],
    [-0.8, -0.12, 0.43, 0.2],
    [-0.45, -0.22, 0.52, 0.25],
    [-0.1, -0.36, 0.6, 0.33],
    [0.15, -0.48, 0.63, 0.4],
    [0.5, -0.56, 0.66, 0.42],
    [0.9, -0.52, 0.7, 0.38],
    [1.3, -0.5, 0.74, 0.34],
    [2, -0.5, 0.8, 0.34],
  ],
  brain: [
    [0.08, -0.2, -0.04, 0.06],
    [0.12, -0.28, 0.03, 0.13],
    [0.22, -0.37, 0.07, 0.18],
    [0.4, -0.42, 0.09, 0.25],
    [0.58, -0.435, 0.09, 0.29],
    [0.76, -0.4, 0.08, 0.285],
    [0.9, -0.32, 0.07, 0.22],
    [0.99, -0.2, 0.05, 0.13],
    [1.02, -0.12, 0, 0.05],
  ],
  snout: [
    [-1, 0.08, 0.19, 0.06],
    [-0.95, 0.03, 0.2, 0.1],
    [-0.84, -0.01, 0.2, 0.135],
    [-0.66, -0.06, 0.195, 0.12],
    [-0.45, -0.1, 0.19, 0.14],
    [-0.25, -0.15, 0.19, 0.19],
    [-0.1, -0.22, 0.17, 0.2],
    [0.04, -0.3, 0.12, 0.17],
    [0.14, -0.32, 0.04, 0.12],
    [0.2, -0.28, -0.06, 0.06],
  ],
  sinus: [
    [-0.06, -0.22, -0.16, 0.05],
    [0.02, -0.29, -0.17, 0.12],
    [0.12, -0.345, -0.2, 0.16],
    [0.24, -0.385, -0.28, 0.15],
    [0.33, -0.39, -0.34, 0.06],
  ],
  palate: [
    [-0.97, 0.17, 0.06],
    [-0.8, 0.165, 0.1],
    [-0.4, 0.155, 0.13],
    [-0.1, 0.15, 0.17],
    [0.06, 0.145, 0.12],
  ],
  base: [
    [0, 0.1, 0.115, 0.03],
    [0.2, 0.08, 0.13, 0.08],
    [0.45, 0.08, 0.13, 0.1],
    [0.75, 0.07, 0.12, 0.12],
    [0.98, 0.02, 0.1, 0.1],
    [1.04, 0, 0.08, 0.06],
  ],
  crest: [
    [0.42, -0.43, 0, 0.02, 0.015],
    [0.65, -0.46, 0, 0.04, 0.018],
    [0.85, -0.44, 0, 0.055, 0.02],
    [1, -0.37, 0, 0.06, 0.03],
    [1.06, -0.31, 0, 0.03, 0.03],
  ],
  arch: [
    [-0.27, 0.11, 0.15, 0.008, 0.005],
    [-0.17, 0.09, 0.19, 0.034, 0.012],
    [-0.06, 0.085, 0.26, 0.06, 0.022],
    [0.1, 0.1, 0.38, 0.055, 0.02],
    [0.26, 0.07, 0.45, 0.042, 0.018],
    [0.42, 0.04, 0.46, 0.036, 0.018],
    [0.56, 0.05, 0.4, 0.04, 0.024],
    [0.65, 0.07, 0.3, 0.045, 0.04],
  ],
  orbit: [
    [0.24, -0.28, 0.17, 0.03, 0.03],
    [0.2, -0.24, 0.26, 0.022, 0.02],
    [0.2, -0.19, 0.3, 0.012, 0.012],
  ],
  bulla: { at: [0.77, 0.145, 0.155], radius: 0.1 },
  jaw: [
    [-0.95, 0.285, 0.02, 0.035, 0.026],
    [-0.84, 0.305, 0.05, 0.058, 0.036],
    [-0.6, 0.325, 0.1, 0.066, 0.036],
    [-0.35, 0.34, 0.15, 0.076, 0.038],
    [-0.1, 0.355, 0.2, 0.086, 0.04],
    [0.12, 0.365, 0.25, 0.088, 0.036],
    [0.3, 0.355, 0.28, 0.08, 0.03],
    [0.42, 0.345, 0.295, 0.055, 0.018],
    [0.48, 0.34, 0.3, 0.03, 0.008],
  ],
  coronoid: [
    [0.18, 0.38, 0.265, 0.05, 0.006],
    [0.24, 0.34, 0.27, 0.11, 0.02],
    [0.3, 0.26, 0.29, 0.135, 0.026],
    [0.36, 0.14, 0.3, 0.12, 0.02],
    [0.42, 0.03, 0.31, 0.09, 0.014],
    [0.47, -0.05, 0.31, 0.05, 0.012],
  ],
  condyle: [
    [0.26, 0.34, 0.275, 0.05, 0.006],
    [0.36, 0.29, 0.29, 0.08, 0.02],
    [0.46, 0.24, 0.3, 0.065, 0.024],
    [0.54, 0.18, 0.31, 0.045, 0.026],
    [0.59, 0.14, 0.31, 0.03, 0.03],
  ],
  angle: [
    [0.3, 0.37, 0.28, 0.03, 0.006],
    [0.42, 0.385, 0.295, 0.042, 0.018],
    [0.54, 0.385, 0.3, 0.03, 0.016],
    [0.62, 0.37, 0.3, 0.014, 0.012],
  ],
  joint: [0.6, 0.125, 0.31, 0.036],
  gum: 0.19,
  upperTeeth: [
    planTooth(-0.985, 0.018, 0.016, 0.05, 0.09, 1, 0.5),
    planTooth(-0.97, 0.05, 0.018, 0.055, 0.1, 1, 0.5),
    planTooth(-0.945, 0.08, 0.022, 0.065, 0.11, 1, 0.5),
    planTooth(-0.85, 0.115, 0.036, 0.13, 0.17, 1, 0.5),
    planTooth(-0.72, 0.115, 0.022, 0.04, 0.06, 1),
    planTooth(-0.61, 0.12, 0.037, 0.05, 0.08, 2),
    planTooth(-0.48, 0.135, 0.044, 0.055, 0.085, 2),
    planTooth(-0.27, 0.19, 0.08, 0.09, 0.12, 2),
    planTooth(-0.1, 0.185, 0.058, 0.05, 0.09, 2),
    planTooth(0.01, 0.165, 0.034, 0.035, 0.06, 2),
  ],
  lowerTeeth: [
    planTooth(-0.965, 0.012, 0.012, 0.04, 0.06, 1, 0.6),
    planTooth(-0.955, 0.035, 0.015, 0.045, 0.065, 1, 0.6),
    planTooth(-0.935, 0.06, 0.018, 0.05, 0.07, 1, 0.6),
    planTooth(-0.895, 0.08, 0.034, 0.12, 0.14, 1, 0.75),
    planTooth(-0.77, 0.075, 0.02, 0.035, 0.055, 1),
    planTooth(-0.67, 0.09, 0.033, 0.045, 0.075, 2),
    planTooth(-0.555, 0.11, 0.038, 0.05, 0.08, 2),
    planTooth(-0.43, 0.135, 0.044, 0.055, 0.085, 2),
    planTooth(-0.235, 0.175, 0.085, 0.09, 0.11, 2),
    planTooth(-0.07, 0.205, 0.042, 0.04, 0.07, 2),
    planTooth(0.02, 0.225, 0.022, 0.028, 0.05, 1),
  ],
  hyoid: [
    [0.84, 0.2, 0.15],
    [0.75, 0.36, 0.13],
    [0.67, 0.44, 0.1],
    [0.64, 0.5, 0.06],
  ],
}
