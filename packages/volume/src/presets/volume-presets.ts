/** The texts `volume` of the stacks name them. */
export const volumePresetNames = [
  'bone',
  'softTissue',
  'lung',
  'vessels',
  'skin',
  'surface',
] as const
export type VolumePresetName = (typeof volumePresetNames)[number]

export interface TransferPoint {
  /** A modality value. */
  readonly value: number
  /** 0 to 1, of a layer of one millimetre. */
  readonly opacity: number
  readonly colour: readonly [red: number, green: number, blue: number]
}

export interface VolumePreset {
  /** Ascending values; below the first one everything is transparent. */
  readonly points: readonly TransferPoint[]
}

const point = (
  value: number,
  opacity: number,
  red: number,
  green: number,
  blue: number,
): TransferPoint => ({ value, opacity, colour: [red, green, blue] })

/** Presets of CT, in HU. */
export const volumePresets: Readonly<Record<Exclude<VolumePresetName, 'surface'>, VolumePreset>> = {
  bone: {
    points: [
      point(150, 0, 160, 110, 80),
      point(300, 0.14, 230, 200, 160),
      point(700, 0.5, 255, 250, 235),
      point(3000, 0.8, 255, 255, 255),
    ],
  },
  softTissue: {
    points: [
      point(-200, 0, 200, 120, 90),
      point(-50, 0.01, 205, 140, 110),
      point(60, 0.06, 220, 150, 120),
      point(200, 0.14, 240, 210, 180),
      point(700, 0.45, 255, 250, 235),
      point(3000, 0.7, 255, 255, 255),
    ],
  },
  lung: {
    points: [
      point(-1010, 0, 90, 120, 160),
      point(-950, 0.004, 110, 150, 200),
      point(-800, 0.012, 150, 180, 215),
      point(-600, 0.05, 220, 190, 190),
      point(-400, 0.1, 230, 150, 130),
      point(-250, 0, 230, 150, 130),
      point(3000, 0, 230, 150, 130),
    ],
  },
  vessels: {
    points: [
      point(120, 0, 150, 30, 20),
      point(180, 0.1, 190, 50, 35),
      point(300, 0.35, 225, 90, 60),
      point(500, 0.45, 250, 225, 190),
      point(3000, 0.6, 255, 255, 255),
    ],
  },
  skin: {
    points: [
      point(-500, 0, 190, 140, 110),
      point(-350, 0.25, 205, 155, 125),
      point(-150, 0.7, 215, 170, 140),
      point(3000, 0.9, 235, 200, 175),
    ],
  },
}

/**
 * The preset of series without a scale of values, as MR: a surface from the lower part of the
 * window upwards.
 */
export const createSurfacePreset = (center: number, width: number): VolumePreset => {
  const at = (share: number) => center + (share - 0.5) * width
  return {
    points: [
      point(at(0.15), 0, 120, 100, 90),
      point(at(0.3), 0.12, 190, 160, 140),
      point(at(0.6), 0.3, 230, 210, 190),
      point(at(1), 0.5, 255, 250, 240),
    ],
  }
}

/** Presets that suit a unit of values: those in HU for CT, the surface for all others. */
export const listVolumePresets = (unit: string | null): readonly VolumePresetName[] =>
  volumePresetNames.filter((name) => (name === 'surface') !== (unit === 'HU'))

/** Modality values that the copy of 8 bits spans: the values in which CT presets differ. */
export const hounsfieldRange = { lowest: -1024, highest: 2000 } as const
