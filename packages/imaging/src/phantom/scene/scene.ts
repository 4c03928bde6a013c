import type { Vec } from './geometry.ts'

/** An ellipsoid, given by its half axes. */
export interface Ellipsoid {
  readonly kind: 'ellipsoid'
  readonly centre: Vec
  readonly axes: readonly [Vec, Vec, Vec]
}

/**
 * A tube of round cross-section; `deep` stretches it along the beam. Its ends are flat or domes.
 */
export interface Tube {
  readonly kind: 'tube'
  readonly points: readonly Vec[]
  readonly radii: readonly number[]
  readonly flat?: boolean
  /** The shell is open at flat ends, because the bone continues in another part. */
  readonly open?: boolean
  /** Straight segments, because a curve through uneven steps would overshoot. */
  readonly straight?: boolean
  readonly deep?: number
  /** Shell thickness at each point, instead of a constant one. */
  readonly walls?: readonly number[]
}

/** A closed outline with thickness along the beam, rounded within `rim` of its edge. */
export interface Plate {
  readonly kind: 'plate'
  readonly outline: readonly Vec[]
  readonly thickness: number
  readonly rim: number
  /** Shell thickness at each point of the outline, instead of a constant one. */
  readonly walls?: readonly number[]
}

/**
 * Cross-sections along an axis, for the trunk or a leg: half widths across the axis and along the
 * beam.
 */
export interface Loft {
  readonly kind: 'loft'
  readonly stations: readonly {
    readonly at: Vec
    readonly half: number
    readonly deep: number
  }[]
}

/** A closed surface of rings with equally many points; its shadow is exact from every direction. */
export interface Surface {
  readonly kind: 'surface'
  readonly rings: readonly (readonly Vec[])[]
  /** Shell thickness at each ring, instead of a constant one. */
  readonly walls?: readonly number[]
  /** The surface inside the shell, for a shape that cannot be narrowed ring by ring. */
  readonly inner?: Surface['rings']
}

export type Primitive = Ellipsoid | Tube | Plate | Loft | Surface
export type Tissue = 'soft' | 'fat' | 'bone'

/** A body of several parts: overlaps count once. */
export interface Body {
  readonly tissue: Tissue
  /** Amount of the tissue; negative removes it, as air does in soft tissue. */
  readonly weight: number
  /**
   * Thickness of the cortical shell of a bone, whose inside is spongy; undefined for solid bone.
   */
  readonly cortex?: number
  /** Share of bone in the spongy inside. */
  readonly spongy?: number
  /** Replaces fat: the same amount of fat is removed. */
  readonly fromFat?: boolean
  /** Strength of the texture: content of the gut, mottled cartilage. */
  readonly mottle?: number
  /**
   * Adds the lengths of the ray in all parts, which must be surfaces that do not overlap: a rib is
   * crossed twice where it returns under itself.
   */
  readonly summed?: boolean
  readonly parts: readonly Primitive[]
}

export interface Scene {
  readonly bodies: readonly Body[]
  readonly landmarks: Readonly<Record<string, Vec>>
  /** The true values of the model, by the name of the measurement. */
  readonly truth: Readonly<Record<string, number>>
  /** The target of the beam, and the collimated field in mm. */
  readonly aim: Vec
  readonly field: { readonly width: number; readonly height: number }
  /** Scattered per primary photon, from 0.15 (a limb) to 1 (a large abdomen). */
  readonly scatter: number
}

export class SceneBuilder {
  readonly bodies: Body[] = []
  readonly landmarks: Record<string, Vec> = {}
  readonly truth: Record<string, number> = {}

  addSoft(weight: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight, parts })
  }
  /** Adds inhomogeneous soft tissue, such as the content of the gut. */
  addMottled(weight: number, mottle: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight, mottle, parts })
  }
  addFat(weight: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'fat', weight, parts })
  }
  /** Adds an organ among fat: the fat there is replaced by soft tissue. */
  addOrgan(share: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight: share, fromFat: true, parts })
  }
  addBone(cortex: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'bone', weight: 1, cortex, parts })
  }
  addBonePart(weight: number, spec: Omit<Body, 'tissue' | 'weight'>): void {
    this.bodies.push({ tissue: 'bone', weight, ...spec })
  }
}

export const tube = (
  points: readonly Vec[],
  radii: readonly number[],
  more: Omit<Tube, 'kind' | 'points' | 'radii'> = {},
): Tube => ({ kind: 'tube', points, radii, ...more })

export const plate = (
  outline: readonly Vec[],
  thickness: number,
  rim: number,
  walls?: readonly number[],
): Plate => ({
  kind: 'plate',
  outline,
  thickness,
  rim,
  ...(walls && { walls }),
})

export const ball = (centre: Vec, rx: number, ry = rx, rz = rx): Ellipsoid => ({
  kind: 'ellipsoid',
  centre,
  axes: [
    [rx, 0, 0],
    [0, ry, 0],
    [0, 0, rz],
  ],
})
