import type { StudyDescription } from '@talus/dicom'

/** The exposure of an image, in the units of the X-ray log. */
export interface Exposure {
  readonly kv: number | null
  readonly ma: number | null
  readonly ms: number | null
  readonly mas: number | null
  readonly focus: string
  readonly sidMm: number | null
  readonly grid: string
  readonly exposureIndex: number | null
  readonly deviationIndex: number | null
  /** Measured on the raw frame of a capture; no DICOM attribute holds it. */
  readonly saturatedShare: number | null
  readonly weightKg: number | null
  readonly thicknessMm: number | null
}

export const unknownExposure: Exposure = {
  kv: null,
  ma: null,
  ms: null,
  mas: null,
  focus: '',
  sidMm: null,
  grid: '',
  exposureIndex: null,
  deviationIndex: null,
  saturatedShare: null,
  weightKg: null,
  thicknessMm: null,
}

/** Values that are not positive, or beyond any X-ray system, were not measured. */
const toMeasured = (value: number | undefined) =>
  value !== undefined && value > 0 && value < 1e9 ? value : null

/**
 * Whole mA, ms and mAs are too coarse for an extremity; the value in thousandths wins if both are
 * given.
 */
function toFiner(whole: number | undefined, thousandths: number | undefined) {
  const fine = toMeasured(thousandths)
  return fine === null ? toMeasured(whole) : fine / 1000
}

/** The two foci of an X-ray tube are about 0.6 and 1.2 mm. */
const largestSmallFocusMm = 0.8
function toFocus(mm: number | undefined): string {
  if (mm === undefined || mm <= 0) return ''
  return mm <= largestSmallFocusMm ? 'S' : 'L'
}

/** Undefined for an image without an X-ray exposure, or with an unknown one. */
export function readExposure(description: StudyDescription): Exposure | undefined {
  const exposure = {
    kv: toMeasured(description.kvp),
    ma: toFiner(description.tubeCurrent, description.tubeCurrentInMicroAmperes),
    ms: toFiner(description.exposureTime, description.exposureTimeInMicroseconds),
    mas: toFiner(description.exposure, description.exposureInMicroAmpereSeconds),
    focus: toFocus(description.focalSpot),
    sidMm: toMeasured(description.distanceSourceToDetector),
    grid: description.grid,
    exposureIndex: toMeasured(description.exposureIndex),
    deviationIndex: Number.isFinite(description.deviationIndex)
      ? (description.deviationIndex ?? null)
      : null,
    saturatedShare: null,
    weightKg: toMeasured(description.weight),
    thicknessMm: toMeasured(description.bodyPartThickness),
  }
  const isKnown = Object.values(exposure).some((value) => value !== null && value !== '')
  return isKnown ? exposure : undefined
}
