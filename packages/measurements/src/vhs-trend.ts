import type { PatientMeasurement } from '@talus/contract'
import { findStep } from './define-tool.ts'
import { computeHeartScore } from './tools/vhs.ts'

export interface TrendPoint {
  readonly measurement: PatientMeasurement
  readonly value: number
}

/**
 * Heart scores over a patient's studies, oldest first, from the lengths saved with the steps: their
 * ratio needs nothing from the images. Unfinished measurements are omitted.
 */
export function computeVhsTrend(
  measurements: readonly PatientMeasurement[],
): readonly TrendPoint[] {
  return measurements
    .flatMap((measurement) => {
      if (measurement.drawing.tool !== 'vhs') return []
      const vertebrae = findStep(measurement.drawing, 1)?.length
      const { length: longAxis, perpendicularLength: shortAxis } =
        findStep(measurement.drawing, 2) ?? {}
      if (vertebrae === undefined || longAxis === undefined || shortAxis === undefined) return []
      const value = computeHeartScore({ vertebrae, longAxis, shortAxis })
      return value === undefined ? [] : [{ measurement, value }]
    })
    .toSorted((a, b) => timeOf(a) - timeOf(b))
}

const timeOf = ({ measurement }: TrendPoint) => Date.parse(measurement.createdOn)

/** A rise of this size within half a year indicates heart disease at any score. */
export const notableRise = 0.5
const halfAYear = 184 * 24 * 60 * 60 * 1000

/** Rounding tolerance, so that a rise of exactly `notableRise` is found. */
const tolerance = 1e-9

/**
 * Difference between the newest score and the lowest one of the half year before it; undefined if
 * it is less than `notableRise`.
 */
export function findRecentRise(trend: readonly TrendPoint[]): number | undefined {
  const newest = trend.at(-1)
  if (!newest) return undefined
  const earlier = trend.filter(
    (one) =>
      one !== newest &&
      timeOf(newest) - timeOf(one) <= halfAYear &&
      // Views are not comparable: the heart appears larger on a right lateral view.
      one.measurement.bodyPartView === newest.measurement.bodyPartView,
  )
  const rise = newest.value - Math.min(...earlier.map(({ value }) => value))
  return rise >= notableRise - tolerance ? rise : undefined
}
