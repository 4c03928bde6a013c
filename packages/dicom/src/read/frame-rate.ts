import type { DataSet } from './data-set.ts'
import { tags } from './tags.ts'

/** Frames in a second that anybody can look at. */
const [slowest, fastest] = [1, 120]

/** What is far beyond any machine is a slip of whoever wrote it. */
const isSane = (rate: number) => Number.isFinite(rate) && rate >= 0.01 && rate <= 10_000

/** The time from one frame to the next, in milliseconds; of several the mean. The first has none before it. */
function frameTime(dataSet: DataSet): number {
  const one = dataSet.number(tags.frameTime)
  if (one !== undefined && one > 0) return one
  const times = dataSet.numbers(tags.frameTimeVector).filter((time) => time > 0)
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

/** How many frames in a second the file wishes to be shown; nothing where it does not tell. */
export function frameRateOf(dataSet: DataSet): number | undefined {
  const rate = [
    dataSet.number(tags.recommendedDisplayFrameRate) ?? NaN,
    dataSet.number(tags.cineRate) ?? NaN,
    1000 / frameTime(dataSet),
  ].find(isSane)
  if (rate === undefined) return undefined
  return Math.min(fastest, Math.max(slowest, Math.round(rate * 100) / 100))
}
