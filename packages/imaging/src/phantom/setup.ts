/** The panel, and how far the animal on it differs from the book. */
export interface Setup {
  readonly width: number
  readonly height: number
  readonly pitch: number
  /** Largest turn within the picture and out of it, in radians, and shift in mm. */
  readonly roll: number
  readonly tilt: number
  readonly wobble: number
  readonly penumbra: number
  /** Half of the field at most, against the panel: a sensor in the mouth is exposed all over. */
  readonly widest: number
  readonly marker: boolean
  /** Size of the struts of bone, against a dog's. */
  readonly grain: number
  /** Counts for a dose, against the large panel. */
  readonly sensitivity: number
  /** Focus to detector in mm. */
  readonly sid: number
}

export const lying: Setup = {
  width: 2800,
  height: 2300,
  pitch: 0.148,
  roll: 0.05,
  tilt: 0.03,
  wobble: 6,
  penumbra: 1,
  widest: 0.488,
  marker: true,
  grain: 1,
  sensitivity: 1,
  sid: 1000,
}

export const upright: Setup = { ...lying, width: 2300, height: 2800 }

/** Intra-oral sensors have fine pixels and stand near the tube; a horse needs a plate. */
export const sensor: Setup = {
  ...lying,
  width: 1300,
  height: 900,
  pitch: 0.0296,
  roll: 0.06,
  tilt: 0.02,
  wobble: 0.8,
  penumbra: 0.25,
  widest: 0.6,
  marker: false,
  grain: 0.5,
  sensitivity: 0.11,
  sid: 300,
}

export const horsePlate: Setup = {
  ...sensor,
  pitch: 0.1,
  wobble: 3,
  grain: 1.4,
  sensitivity: 0.18,
  sid: 700,
}
