import type { Logger } from '@talus/node-kit/logger'
import { SecondStoreUnavailable } from '../../files/index.ts'
import { compressImages, removeLeftOver } from './compress-images.ts'
import type { CompressDeps } from './compress-images.ts'
import { countMovedFiles, moveImages } from './move-images.ts'

export interface LongStorageDeps extends CompressDeps {
  /** Images that were taken so long ago are compressed; undefined for none. */
  readonly compressAfterDays: number | undefined
  /** Images of this age move to the second store, if there is one. */
  readonly secondStoreMonths: number
}

const hourMs = 3_600_000
/** The first minutes after a start belong to the users. */
const firstMs = 5 * 60_000
const dayMs = 24 * hourMs

function subtractMonths(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  return then
}

/** Compresses and moves the images that are old enough; goes on where the last run has ended. */
export async function runLongStorage(deps: LongStorageDeps) {
  const { clock, compressAfterDays, secondStoreMonths } = deps
  const now = clock()
  await removeLeftOver(deps, false)
  const compressed =
    compressAfterDays === undefined
      ? { images: 0, formerBytes: 0, bytes: 0 }
      : await compressImages(
          deps,
          new Date(now.getTime() - compressAfterDays * dayMs).toISOString(),
        )
  const beforeDay = subtractMonths(now, secondStoreMonths).toISOString().slice(0, 10)
  const moved = await moveImages(deps, beforeDay)
  await countMovedFiles(deps)
  return { compressed, moved }
}

export interface HourlyStorageDeps extends Omit<LongStorageDeps, 'signal' | 'log'> {
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** No other server uses the database. */
  readonly isAlone: boolean
}

/** Runs the long storage every hour. */
export function startLongStorage(deps: HourlyStorageDeps) {
  const { log, isAlone } = deps
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    try {
      const { compressed, moved } = await runLongStorage({ ...deps, signal: stopping.signal })
      if (compressed.images > 0) log.info({ ...compressed }, 'old images were compressed')
      if (moved.files > 0) log.info({ ...moved }, 'old images were moved to the second store')
    } catch (error) {
      if (error instanceof SecondStoreUnavailable)
        log.warn({ err: error }, 'the second store is out of reach; old images stay where they are')
      else log.warn({ err: error }, 'old images were not compressed or moved')
    }
  }

  const run = () => void (running ??= work().finally(() => (running = undefined)))
  // A server that is alone knows that everything under way was left by its last run.
  if (isAlone)
    running = removeLeftOver(deps, true)
      .catch((error: unknown) => log.warn({ err: error }, 'compressed files are left over'))
      .finally(() => (running = undefined))
  const beginning = setTimeout(run, firstMs).unref()
  const repeating = setInterval(run, hourMs).unref()
  return {
    stop: async () => {
      clearTimeout(beginning)
      clearInterval(repeating)
      stopping.abort()
      await running
    },
  }
}
