import { interpolate } from '../scene/geometry.ts'

/** Linear attenuation per mm at 20 to 100 keV (NIST tables; 1/cm divided by ten). */
type Curve = readonly (readonly [keV: number, perMm: number])[]
const water: Curve = [
  [20, 0.081],
  [30, 0.0376],
  [40, 0.0268],
  [50, 0.0227],
  [60, 0.0206],
  [80, 0.0184],
  [100, 0.0171],
]
const adipose: Curve = [
  [20, 0.054],
  [30, 0.0291],
  [40, 0.0228],
  [50, 0.0202],
  [60, 0.0188],
  [80, 0.0171],
  [100, 0.016],
]
const compactBone: Curve = [
  [20, 0.768],
  [30, 0.2556],
  [40, 0.1278],
  [50, 0.0814],
  [60, 0.0604],
  [80, 0.0428],
  [100, 0.0356],
]
export interface Beam {
  /** Share of the direct exposure; the tissues have their attenuation per mm. */
  readonly share: number
  readonly soft: number
  readonly fat: number
  readonly bone: number
}

export const getEffectiveEnergy = (kv: number): number => 0.45 * kv + 8

/**
 * Two energies represent the spectrum: thick parts transmit the harder one, and contrast falls as
 * the tube voltage rises. /
 */
export function getBeams(kv: number): readonly [Beam, Beam] {
  const energy = getEffectiveEnergy(kv)
  const beam = (keV: number): Beam => ({
    share: 0.5,
    soft: interpolate(water, keV),
    fat: interpolate(adipose, keV),
    bone: interpolate(compactBone, keV),
  })
  return [beam(energy * 0.8), beam(energy * 1.2)]
}

/** Dose at the detector without an animal, relative to 70 kV, 1 mAs and 1000 mm. */
export const computeRelativeDose = (kv: number, mas: number, sid: number): number =>
  mas * (kv / 70) ** 2.2 * (1000 / sid) ** 2
