import type { Day } from '@talus/contract'

/** The space of a disk on a day. */
export interface DiskDay {
  readonly day: Day
  readonly freeBytes: number
  readonly totalBytes: number
}

const dayMs = 86_400_000
/** A week is measured as a whole: a clinic takes no X-rays on Sunday. */
const spanDays = 7
/** Days of a holiday, on which the computer was off. */
const gapDaysMax = 14
const rememberedDays = 30 + spanDays
/** A replaced or enlarged disk has another size, and tells nothing about growth. */
const sameSizeTolerance = 0.01

const toDayNumber = (day: Day) => Date.parse(day) / dayMs

/**
 * The median growth per day in bytes, over the spans of a week in the last month: one import of an
 * old archive, or one clean-up, does not change it. Undefined with less than a week of records.
 */
export function computeGrowth(days: readonly DiskDay[]): number | undefined {
  const sorted = days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const last = sorted.at(-1)
  if (!last) return undefined
  const from = toDayNumber(last.day) - rememberedDays
  const points = sorted
    .filter(
      ({ totalBytes }) =>
        Math.abs(totalBytes - last.totalBytes) <= last.totalBytes * sameSizeTolerance,
    )
    .map(({ day, freeBytes, totalBytes }) => ({
      at: toDayNumber(day),
      used: totalBytes - freeBytes,
    }))
    .filter(({ at }) => at >= from)
  const growths = points.flatMap((end) => {
    const start = points.findLast(({ at }) => at <= end.at - spanDays)
    if (!start || end.at - start.at > spanDays + gapDaysMax) return []
    return [(end.used - start.used) / (end.at - start.at)]
  })
  return findMedian(growths)
}

function findMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const [below, above] = [sorted[middle - 1], sorted[middle]]
  if (above === undefined) return undefined
  return sorted.length % 2 === 1 || below === undefined ? above : (below + above) / 2
}

/** No clinic plans for ten years with one disk. */
const weeksMax = 520

/** The whole weeks until the disk is full; undefined if it does not grow or too little is known. */
export function forecastWeeks(days: readonly DiskDay[]): number | undefined {
  const growth = computeGrowth(days)
  const last = days.toSorted((one, other) => (one.day < other.day ? -1 : 1)).at(-1)
  if (growth === undefined || growth <= 0 || !last) return undefined
  const weeks = Math.floor(last.freeBytes / growth / 7)
  return weeks > weeksMax ? undefined : weeks
}
