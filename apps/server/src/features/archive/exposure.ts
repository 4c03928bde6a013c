import type { StudyDescription } from '@talus/dicom'

/** How an image was exposed, in the units of the X-ray log. */
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
  readonly weightKg: number | null
  readonly thicknessMm: number | null
}

export const nothingKnown: Exposure = {
  kv: null,
  ma: null,
  ms: null,
  mas: null,
  focus: '',
  sidMm: null,
  grid: '',
  exposureIndex: null,
  deviationIndex: null,
  weightKg: null,
  thicknessMm: null,
}

/** What is below nothing or beyond all machines was not measured. */
const positive = (value: number | undefined) =>
  value !== undefined && value > 0 && value < 1e9 ? value : null

/** The two foci of a tube are about 0.6 and 1.2 mm. */
const largestSmallFocusMm = 0.8
function focusOf(mm: number | undefined): string {
  if (mm === undefined || mm <= 0) return ''
  return mm <= largestSmallFocusMm ? 'S' : 'L'
}

/** Undefined for an image that no tube has made, or of which nothing is known. */
export function exposureOf(said: StudyDescription): Exposure | undefined {
  const micro = positive(said.exposureInMicroAmpereSeconds)
  const exposure = {
    kv: positive(said.kvp),
    ma: positive(said.tubeCurrent),
    ms: positive(said.exposureTime),
    // Whole mAs are too coarse for an animal's leg; where both are given the finer one counts.
    mas: micro === null ? positive(said.exposure) : micro / 1000,
    focus: focusOf(said.focalSpot),
    sidMm: positive(said.distanceSourceToDetector),
    grid: said.grid,
    exposureIndex: positive(said.exposureIndex),
    deviationIndex: Number.isFinite(said.deviationIndex) ? (said.deviationIndex ?? null) : null,
    weightKg: positive(said.weight),
    thicknessMm: positive(said.bodyPartThickness),
  }
  const isKnown = Object.values(exposure).some((value) => value !== null && value !== '')
  return isKnown ? exposure : undefined
}
