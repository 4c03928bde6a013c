import { isPixelSize } from '@talus/contract'
import type { ImageCalibration, Point, SpacingFacts } from '@talus/contract'
import { distance } from './geometry.ts'
import type { Spacing } from './tool-types.ts'

/** Source of the pixel size, best first; shown with the image. */
export type SpacingSource =
  | 'calibrated'
  | 'regions'
  | 'file'
  | 'magnification'
  | 'detector'
  | 'scanned'
  | 'none'

export interface KnownSpacing {
  readonly spacing: Spacing
  readonly source: SpacingSource
  /** Regions that replace the spacing for the drawings inside of them. */
  readonly regions?: SpacingFacts['regions'] | undefined
}

type Pair = readonly [row: number, column: number]

/** Files contain invalid sizes such as 0 and 1e-30. */
const validSize = (pair: Pair | null | undefined): Pair | undefined =>
  pair && isPixelSize(pair) ? pair : undefined

const validRatio = (pair: Pair | null | undefined): Pair | undefined =>
  pair?.every((size) => Number.isFinite(size) && size > 0) ? pair : undefined

/** Outside of these limits, the distances in the file are taken as wrong. */
const magnificationLimits = { min: 1, max: 5 } as const

/** Some files round one of the two spacings; a real magnification differs by far more. */
const isSame = ([row, column]: Pair, [otherRow, otherColumn]: Pair): boolean =>
  Math.abs(row - otherRow) <= 1e-4 * otherRow &&
  Math.abs(column - otherColumn) <= 1e-4 * otherColumn

function magnificationOf(facts: SpacingFacts): number | undefined {
  const { magnificationFactor, distanceSourceToDetector, distanceSourceToPatient } = facts
  const byDistance =
    distanceSourceToDetector !== null && distanceSourceToPatient !== null
      ? distanceSourceToDetector / distanceSourceToPatient
      : null
  return [magnificationFactor, byDistance].find(
    (factor): factor is number =>
      factor !== null && factor >= magnificationLimits.min && factor <= magnificationLimits.max,
  )
}

const inMillimetres = ([row, column]: Pair, source: SpacingSource): KnownSpacing => ({
  spacing: { row, column, unit: 'mm' },
  source,
  regions: undefined,
})

/** Height of a pixel divided by its width; 1 if the file does not give it. */
export function getPixelAspect(facts: SpacingFacts | null | undefined): number {
  const [row, column] = validSize(facts?.pixelSpacing) ??
    validSize(facts?.imagerPixelSpacing) ??
    validRatio(facts?.pixelAspectRatio) ?? [1, 1]
  return row / column
}

/**
 * The only place that decides the pixel size in the patient. The image on the detector is larger
 * than the patient; using the detector spacing uncorrected leads to the wrong implant.
 */
export function resolveSpacing(
  facts: SpacingFacts | null | undefined,
  calibration?: ImageCalibration | null,
): KnownSpacing {
  if (calibration) {
    const column = calibration.millimetres / calibration.pixels
    return inMillimetres([column * getPixelAspect(facts), column], 'calibrated')
  }
  // Without a size, lengths are in widths of a pixel, and angles are right all the same.
  const unknown = {
    spacing: { row: getPixelAspect(facts), column: 1, unit: 'px' },
    source: 'none',
    regions: undefined,
  } as const
  // A region knows more than a size for the whole image, which is wrong in a Doppler trace.
  if (facts?.regions?.some(({ spacing }) => spacing))
    return { ...unknown, source: 'regions', regions: facts.regions }
  const file = validSize(facts?.pixelSpacing)
  const scanned = validSize(facts?.nominalScannedPixelSpacing)
  const detector = validSize(facts?.imagerPixelSpacing) ?? scanned
  if (file && (facts?.calibrationType || !detector || !isSame(file, detector))) {
    return inMillimetres(file, 'file')
  }
  if (!facts || !detector) return unknown
  const magnification = magnificationOf(facts)
  if (magnification === undefined)
    return inMillimetres(detector, detector === scanned ? 'scanned' : 'detector')
  const [row, column] = detector
  return inMillimetres([row / magnification, column / magnification], 'magnification')
}

/**
 * Creates a calibration from an object of known size. For a length, `from` and `to` are its ends;
 * for a ball, its centre and a point of its rim, while `millimetres` is its diameter.
 */
export function createCalibration(
  {
    method,
    from,
    to,
    millimetres,
  }: Pick<ImageCalibration, 'method' | 'millimetres'> & {
    readonly from: Point
    readonly to: Point
  },
  facts: SpacingFacts | null | undefined,
): ImageCalibration | undefined {
  const columns = distance(from, to, { row: getPixelAspect(facts), column: 1, unit: 'px' })
  const pixels = method === 'ball' ? 2 * columns : columns
  return pixels > 0 && millimetres > 0 ? { method, millimetres, pixels } : undefined
}
