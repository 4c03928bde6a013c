import type { ImageCalibration, Point, SpacingFacts } from '@talus/contract'
import { distance } from './geometry.ts'
import type { Spacing } from './tool.ts'

/** Where the size of a pixel was taken from, from the best to nothing; shown with the image. */
export type SpacingSource = 'calibrated' | 'file' | 'magnification' | 'detector' | 'none'

export interface KnownSpacing {
  readonly spacing: Spacing
  readonly source: SpacingSource
}

type Pair = readonly [row: number, column: number]

/** What is written in files is not always a size. */
const sizeOf = (pair: Pair | null | undefined): Pair | undefined =>
  pair?.every((size) => Number.isFinite(size) && size > 0) ? pair : undefined

/** Beyond these, the distances in a file are something else than they say. */
const magnificationLimits = { min: 1, max: 5 } as const

/** Some files round one of the two; a true magnification is far larger. */
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
})

/** Height of a pixel by its width, as far as the file tells it. */
export function pixelAspectOf(facts: SpacingFacts | null | undefined): number {
  const [row, column] = sizeOf(facts?.pixelSpacing) ?? sizeOf(facts?.imagerPixelSpacing) ?? [1, 1]
  return row / column
}

/**
 * The one place that decides how large a pixel is in the animal. What the detector measures is
 * larger than the animal; who takes one for the other plans the wrong implant.
 */
export function spacingOf(
  facts: SpacingFacts | null | undefined,
  calibration?: ImageCalibration | null,
): KnownSpacing {
  if (calibration) {
    const column = calibration.millimetres / calibration.pixels
    return inMillimetres([column * pixelAspectOf(facts), column], 'calibrated')
  }
  const file = sizeOf(facts?.pixelSpacing)
  const detector = sizeOf(facts?.imagerPixelSpacing)
  if (file && (facts?.calibrationType || !detector || !isSame(file, detector))) {
    return inMillimetres(file, 'file')
  }
  if (!facts || !detector) return { spacing: { row: 1, column: 1, unit: 'px' }, source: 'none' }
  const magnification = magnificationOf(facts)
  if (magnification === undefined) return inMillimetres(detector, 'detector')
  const [row, column] = detector
  return inMillimetres([row / magnification, column / magnification], 'magnification')
}

/**
 * A calibration from something of known size. Of a length, `from` and `to` are its ends; of a ball,
 * its centre and a point of its rim, while `millimetres` is its diameter.
 */
export function calibrationFrom(
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
  const columns = distance(from, to, { row: pixelAspectOf(facts), column: 1, unit: 'px' })
  const pixels = method === 'ball' ? 2 * columns : columns
  return pixels > 0 && millimetres > 0 ? { method, millimetres, pixels } : undefined
}
