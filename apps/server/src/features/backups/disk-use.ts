import type { DiskState } from '@talus/contract'
import type { DiskSpace } from '../../backup/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import * as queries from './backups.queries.ts'
import { forecastWeeks } from './forecast.ts'

const dayMs = 86_400_000
/** A month of growth and the week before it. */
const readDays = 40
const keptDays = 400

const toDay = (at: Date) => at.toISOString().slice(0, 10)

/** Keeps the last space of each day, from which the growth is computed. */
export const saveSpace = (
  unscopedDb: UnscopedDb,
  volume: DiskState['volume'],
  { freeBytes, totalBytes }: DiskSpace,
  now: Date,
) => queries.saveDiskUse(unscopedDb, { volume, day: toDay(now), freeBytes, totalBytes })

export const removeOldDiskUse = (unscopedDb: UnscopedDb, now: Date) =>
  queries.removeDiskUseBefore(unscopedDb, toDay(new Date(now.getTime() - keptDays * dayMs)))

/** The last known space of each disk, and when it will be full. */
export async function readDiskStates(unscopedDb: UnscopedDb, now: Date): Promise<DiskState[]> {
  const from = toDay(new Date(now.getTime() - readDays * dayMs))
  const days = await queries.listDiskUse(unscopedDb, from, toDay(now))
  return (['data', 'target'] as const).flatMap((volume) => {
    const own = days.filter((day) => day.volume === volume)
    const last = own.at(-1)
    if (!last) return []
    const { freeBytes, totalBytes } = last
    return [{ volume, freeBytes, totalBytes, weeksLeft: forecastWeeks(own) ?? null }]
  })
}
