import type { Vec } from './geometry.ts'

/** Axes are half lengths. */
export interface Ellipsoid {
  readonly kind: 'ellipsoid'
  readonly centre: Vec
  readonly axes: readonly [Vec, Vec, Vec]
}

/** Round in section; `deep` stretches it along the beam. Flat ends stop, others are domes. */
export interface Tube {
  readonly kind: 'tube'
  readonly points: readonly Vec[]
  readonly radii: readonly number[]
  readonly flat?: boolean
  /** The shell has no lid at flat ends: the bone goes on in another part. */
  readonly open?: boolean
  /** From point to point, where a curve through uneven steps would swing. */
  readonly straight?: boolean
  readonly deep?: number
  /** Shell at each point, instead of the same one everywhere. */
  readonly walls?: readonly number[]
}

/** A closed outline with thickness along the beam, rounded within `rim` of its edge. */
export interface Plate {
  readonly kind: 'plate'
  readonly outline: readonly Vec[]
  readonly thickness: number
  readonly rim: number
  /** Shell at each point of the outline, instead of the same one everywhere. */
  readonly walls?: readonly number[]
}

/** Cross-sections along an axis: the trunk, a leg. Half widths across the axis and along the beam. */
export interface Loft {
  readonly kind: 'loft'
  readonly stations: readonly {
    readonly at: Vec
    readonly half: number
    readonly deep: number
  }[]
}

export type Primitive = Ellipsoid | Tube | Plate | Loft
export type Tissue = 'soft' | 'fat' | 'bone'

/** Parts that are one thing: where they overlap, the ray goes through them once. */
export interface Body {
  readonly tissue: Tissue
  /** How much of the tissue: negative takes it away, as air in soft tissue does. */
  readonly weight: number
  /** Of a bone, the shell; the inside is spongy. Without one it is solid. */
  readonly cortex?: number
  /** Share of bone in the spongy inside. */
  readonly spongy?: number
  /** Takes the place of fat: as much of that goes as comes of it. */
  readonly fromFat?: boolean
  /** Grain in what it is made of: content of gut, mottled cartilage. */
  readonly mottle?: number
  readonly parts: readonly Primitive[]
}

export interface Scene {
  readonly bodies: readonly Body[]
  readonly landmarks: Readonly<Record<string, Vec>>
  /** What the model was built with, by the name of the measurement. */
  readonly truth: Readonly<Record<string, number>>
  /** What the collimator is opened for: where the beam is aimed, and the field in mm. */
  readonly aim: Vec
  readonly field: { readonly width: number; readonly height: number }
  /** From 0.15 (a limb) to 1 (a large abdomen): scattered for each primary photon. */
  readonly scatter: number
}

export class SceneBuilder {
  readonly bodies: Body[] = []
  readonly landmarks: Record<string, Vec> = {}
  readonly truth: Record<string, number> = {}

  soft(weight: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight, parts })
  }
  /** Content of gut, and whatever else is not even. */
  mottled(weight: number, mottle: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight, mottle, parts })
  }
  fat(weight: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'fat', weight, parts })
  }
  /** An organ among fat: what was fat there is soft tissue. */
  organ(share: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'soft', weight: share, fromFat: true, parts })
  }
  bone(cortex: number, ...parts: readonly Primitive[]): void {
    this.bodies.push({ tissue: 'bone', weight: 1, cortex, parts })
  }
  bonelike(weight: number, spec: Omit<Body, 'tissue' | 'weight'>): void {
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
