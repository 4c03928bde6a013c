import { saturatedShadow } from './collimation.ts'
import { findRegions } from './direct-exposure.ts'
import type { Regions } from './direct-exposure.ts'
import { scaleField } from './field.ts'
import type { ExposedField } from './field.ts'
import { getDownsampleFactor, downsample } from './plane.ts'
import type { Plane } from './plane.ts'
import { assertFrame, getSaturation } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'
import { findField } from './refine-field.ts'
import type { RelevantSignal } from './relevant-signal.ts'
import { repairDefects } from './repair-defects.ts'
import { measureSaturation } from './saturation.ts'

/** A corrected and analysed frame, from which every preset can be computed. */
export interface PreparedFrame {
  /** Counts proportional to dose. */
  readonly linear: Plane
  readonly pitch: number
  readonly field: ExposedField
  readonly regions: Regions
  /**
   * The signal that the exposure index is computed from. In a saturated frame, bright shadows of
   * blades are left out; the image keeps them, because such a shadow may also be the animal.
   */
  readonly relevant: RelevantSignal
  /** The downsampling factor of the region map. */
  readonly regionFactor: number
  readonly regionWidth: number
  readonly saturation: number
  readonly darkNoise: number
  readonly countsPerMicrogray: number | undefined
  readonly receivedRows: number
}

const regionEdge = 300
/** Air from this share of the saturation on may be saturated. */
const saturatedShare = 0.97

/**
 * Corrects and analyses a frame, in `buffer` if it has the right size: allocating costs as much as
 * correcting.
 */
export function prepareFrame(
  raw: RawFrame,
  calibration: Calibration | undefined,
  buffer?: Float32Array,
): PreparedFrame {
  assertFrame(raw, calibration)
  const { width, height } = raw
  const linear: Plane = { width, height, data: correctFrame(raw, calibration, buffer) }
  if (calibration) repairDefects(linear.data, width, height, calibration.defects)
  const regionFactor = getDownsampleFactor(width, height, regionEdge)
  const small = downsample(linear, regionFactor)
  const field = findField(linear, small, regionFactor)
  const saturation = getSaturation(raw)
  const saturated = { count: saturation, shares: measureSaturation(raw, regionFactor) }
  const findRegionsIn = (found: ExposedField) =>
    findRegions(small, scaleField(found, regionFactor, small.width, small.height), saturated)
  const regions = findRegionsIn(field)
  return {
    linear,
    pitch: raw.pitch,
    field,
    regions,
    relevant:
      regions.brightest < saturatedShare * saturation
        ? regions.relevant
        : findRegionsIn(findField(linear, small, regionFactor, saturatedShadow)).relevant,
    regionFactor,
    regionWidth: small.width,
    saturation,
    darkNoise: calibration?.darkNoise ?? 4,
    countsPerMicrogray: calibration?.countsPerMicrogray,
    receivedRows: Math.min(height, raw.receivedRows ?? height),
  }
}

/** Applies dark frame and gain map; defects are not repaired yet. */
export function correctFrame(
  frame: RawFrame,
  calibration: Calibration | undefined,
  buffer?: Float32Array,
): Float32Array {
  const { data } = frame
  const corrected = buffer?.length === data.length ? buffer : new Float32Array(data.length)
  if (!calibration) {
    corrected.set(data)
    return corrected
  }
  const { dark, gain } = calibration
  for (let at = 0; at < corrected.length; at += 1) {
    corrected[at] = Math.max(0, ((data[at] ?? 0) - (dark[at] ?? 0)) * (gain[at] ?? 1))
  }
  // The gain must not be applied to saturated pixels: air would show the gain map.
  const saturation = getSaturation(frame)
  for (let at = 0; at < corrected.length; at += 1)
    if ((data[at] ?? 0) >= saturation) corrected[at] = saturation
  return corrected
}
