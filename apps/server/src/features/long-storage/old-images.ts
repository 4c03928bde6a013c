import type { OldImages } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecondStoreSettings } from '../../files/index.ts'
import { sumCompressed } from './compressions.queries.ts'

export interface OldImagesDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly secondStore: SecondStoreSettings | undefined
  readonly secondStoreMonths: number
  readonly compressAfterDays: number | undefined
}

/** The sum reads a row for each compressed image, and the work behind it runs every hour. */
const rememberedMs = 10 * 60_000

/** Returns a reader of the settings of old images and of the space that compressing them saved. */
export function createOldImagesReader(deps: OldImagesDeps): () => Promise<OldImages> {
  const { unscopedDb, clock, secondStore, secondStoreMonths, compressAfterDays } = deps
  let sum: { readonly atMs: number; readonly compressed: OldImages['compressed'] } | undefined
  return async () => {
    const atMs = clock().getTime()
    if (!sum || Math.abs(atMs - sum.atMs) >= rememberedMs)
      sum = { atMs, compressed: await sumCompressed(unscopedDb) }
    return {
      moveAfterMonths: secondStore ? secondStoreMonths : null,
      compressAfterDays: compressAfterDays ?? null,
      compressed: sum.compressed,
    }
  }
}
