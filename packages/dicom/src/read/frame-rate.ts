import type { DataSet } from './data-set.ts'
import { tags } from './tags.ts'

/** The range of frame rates that a player can show, in frames per second. */
const [slowest, fastest] = [1, 120]

/** A rate far beyond any device is a mistake of the writer. */
const isSane = (rate: number) => Number.isFinite(rate) && rate >= 0.01 && rate <= 10_000

/** The time between frames in milliseconds; the mean of a vector, whose first entry is zero. */
function frameTime(dataSet: DataSet): number {
  const one = dataSet.number(tags.frameTime)
  if (one !== undefined && one > 0) return one
  const times = dataSet.numbers(tags.frameTimeVector).filter((time) => time > 0)
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

/** The frame rate at which the file is to be played; undefined if the file does not declare one. */
export function getFrameRate(dataSet: DataSet): number | undefined {
  const rate = [
    dataSet.number(tags.recommendedDisplayFrameRate) ?? NaN,
    dataSet.number(tags.cineRate) ?? NaN,
    1000 / frameTime(dataSet),
  ].find(isSane)
  if (rate === undefined) return undefined
  return Math.min(fastest, Math.max(slowest, Math.round(rate * 100) / 100))
}
