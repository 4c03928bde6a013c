import { correctFrame } from './correct.ts'
import { findRegions } from './direct-exposure.ts'
import type { Regions } from './direct-exposure.ts'
import { scaleField } from './field.ts'
import type { ExposedField } from './field.ts'
import { getDownsampleFactor, downsample } from './plane.ts'
import type { Plane } from './plane.ts'
import { assertFrame, getSaturation } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'
import { findField } from './refine-field.ts'
import { repairDefects } from './repair-defects.ts'

/** A corrected and analysed frame, from which every preset can be computed. */
export interface PreparedFrame {
  /** Counts proportional to dose. */
  readonly linear: Plane
  readonly pitch: number
  readonly field: ExposedField
  readonly regions: Regions
  /** The downsampling factor of the region map. */
  readonly regionFactor: number
  readonly regionWidth: number
  readonly saturation: number
  readonly darkNoise: number
  readonly countsPerMicrogray: number | undefined
}

const regionEdge = 300

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
  return {
    linear,
    pitch: raw.pitch,
    field,
    regions: findRegions(
      small,
      scaleField(field, regionFactor, small.width, small.height),
      saturation,
    ),
    regionFactor,
    regionWidth: small.width,
    saturation,
    darkNoise: calibration?.darkNoise ?? 4,
    countsPerMicrogray: calibration?.countsPerMicrogray,
  }
}
