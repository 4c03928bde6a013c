import type { PatientMeasurement } from '@talus/contract'
import { stepOf } from './define-tool.ts'
import { vertebralHeartScore } from './tools/vhs.ts'

export interface TrendPoint {
  readonly measurement: PatientMeasurement
  readonly value: number
}

/**
 * Heart scores over a patient's studies, oldest first, from the lengths saved with the steps: a
 * ratio of them needs nothing of the images. Unfinished ones are left out.
 */
export function vhsTrend(measurements: readonly PatientMeasurement[]): readonly TrendPoint[] {
  return measurements
    .flatMap((measurement) => {
      if (measurement.drawing.tool !== 'vhs') return []
      const vertebrae = stepOf(measurement.drawing, 1)?.length
      const { length: longAxis, perpendicularLength: shortAxis } =
        stepOf(measurement.drawing, 2) ?? {}
      if (vertebrae === undefined || longAxis === undefined || shortAxis === undefined) return []
      const value = vertebralHeartScore({ vertebrae, longAxis, shortAxis })
      return value === undefined ? [] : [{ measurement, value }]
    })
    .toSorted((a, b) => timeOf(a) - timeOf(b))
}

const timeOf = ({ measurement }: TrendPoint) => Date.parse(measurement.createdOn)

/** A heart that grows by so much in half a year is ill, whatever the score itself. */
export const notableRise = 0.5
const halfAYear = 184 * 24 * 60 * 60 * 1000

/** Adding up fractions must not hide a rise of exactly so much. */
const slack = 1e-9

/** By how much the newest score is above the lowest of the half year before it; undefined below. */
export function recentRise(trend: readonly TrendPoint[]): number | undefined {
  const newest = trend.at(-1)
  if (!newest) return undefined
  const earlier = trend.filter(
    (one) =>
      one !== newest &&
      timeOf(newest) - timeOf(one) <= halfAYear &&
      // The two sides differ by themselves: a right lateral view shows a larger heart.
      one.measurement.bodyPartView === newest.measurement.bodyPartView,
  )
  const rise = newest.value - Math.min(...earlier.map(({ value }) => value))
  return rise >= notableRise - slack ? rise : undefined
}
