import { correct } from './correct.ts'
import { findRegions } from './direct-exposure.ts'
import type { Regions } from './direct-exposure.ts'
import { scaled } from './field.ts'
import type { Field } from './field.ts'
import { factorFor, reduce } from './plane.ts'
import type { Plane } from './plane.ts'
import { assertFrame, saturationOf } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'
import { findField } from './refine-field.ts'
import { repair } from './repair.ts'

/** A frame that is corrected and understood: every look of it can be made from here. */
export interface PreparedFrame {
  /** Counts proportional to dose. */
  readonly linear: Plane
  readonly pitch: number
  readonly field: Field
  readonly regions: Regions
  /** How many times smaller the picture is in which the regions are drawn. */
  readonly regionFactor: number
  readonly regionWidth: number
  readonly saturation: number
  readonly darkNoise: number
  readonly countsPerMicrogray: number | undefined
}

const regionEdge = 300

/** In the room of an earlier frame, where one of that size is given up: fresh memory costs as much. */
export function prepareFrame(
  raw: RawFrame,
  calibration: Calibration | undefined,
  room?: Float32Array,
): PreparedFrame {
  assertFrame(raw, calibration)
  const { width, height } = raw
  const linear: Plane = { width, height, data: correct(raw, calibration, room) }
  if (calibration) repair(linear.data, width, height, calibration.defects)
  const regionFactor = factorFor(width, height, regionEdge)
  const small = reduce(linear, regionFactor)
  const field = findField(linear, small, regionFactor)
  const saturation = saturationOf(raw)
  return {
    linear,
    pitch: raw.pitch,
    field,
    regions: findRegions(small, scaled(field, regionFactor, small.width, small.height), saturation),
    regionFactor,
    regionWidth: small.width,
    saturation,
    darkNoise: calibration?.darkNoise ?? 4,
    countsPerMicrogray: calibration?.countsPerMicrogray,
  }
}
