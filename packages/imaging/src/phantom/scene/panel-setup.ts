/** The panel, and the variation of the position of the animal. */
export interface PanelSetup {
  readonly width: number
  readonly height: number
  readonly pitch: number
  /** Maximum rotation in the image plane and out of it, in radians, and maximum shift in mm. */
  readonly roll: number
  readonly tilt: number
  readonly wobble: number
  readonly penumbra: number
  /**
   * Maximum half size of the field relative to the panel: an intra-oral sensor is fully exposed.
   */
  readonly widest: number
  readonly marker: boolean
  /** Size of the trabeculae relative to those of a dog. */
  readonly grain: number
  /** Counts per dose relative to the large panel. */
  readonly sensitivity: number
  /** Source-to-image distance in mm. */
  readonly sid: number
}

export const landscapePanel: PanelSetup = {
  width: 2800,
  height: 2300,
  pitch: 0.148,
  roll: 0.05,
  tilt: 0.03,
  wobble: 6,
  penumbra: 1,
  widest: 0.465,
  marker: true,
  grain: 1,
  sensitivity: 1,
  sid: 1000,
}

export const portraitPanel: PanelSetup = { ...landscapePanel, width: 2300, height: 2800 }

/** Intra-oral sensors have fine pixels and are close to the tube; a horse needs a plate. */
export const dentalSensor: PanelSetup = {
  ...landscapePanel,
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

export const equineDentalPlate: PanelSetup = {
  ...dentalSensor,
  pitch: 0.1,
  wobble: 3,
  grain: 1.4,
  sensitivity: 0.18,
  sid: 700,
}
