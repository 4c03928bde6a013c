import type { Logger } from '@talus/node-kit/logger'
import type { GetJpeg } from './thumbnails.service.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

export interface ThumbnailPrefetchDeps {
  readonly getJpeg: GetJpeg
  readonly log: Logger
  /** How long no image must have arrived before the first one is rendered. */
  readonly quietMs?: number
}

/** The edges for the first image in the viewer, and for the tiles and rows of lists. */
const edges = [512, 256, 128] as const
/** When many images arrive, only the newest are rendered; the others when they are requested. */
const waitingMax = 200

/**
 * Renders the thumbnails of new images before they are requested: opening a radiograph then needs a
 * read of some 20 kB. One after the other, and not while more images arrive, so that senders are
 * not slowed down.
 */
export function createThumbnailPrefetch({ getJpeg, log, quietMs = 2000 }: ThumbnailPrefetchDeps) {
  const waiting: RecordedFile[] = []
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isStopped = false

  async function work(): Promise<void> {
    timer = undefined
    if (isWorking) return
    isWorking = true
    // A new image sets the timer, and the rest waits with it.
    for (let next = waiting.pop(); next; next = timer || isStopped ? undefined : waiting.pop())
      await make(next)
    isWorking = false
  }

  async function make(recorded: RecordedFile): Promise<void> {
    try {
      for (const edge of edges) if (!isStopped) await getJpeg(recorded, edge)
    } catch (error) {
      // Some files have no pixel data; the user gets an error when they open one.
      log.debug({ err: error }, 'a thumbnail was not prefetched')
    }
  }

  return {
    add: (recorded: RecordedFile): void => {
      if (isStopped) return
      waiting.push(recorded)
      if (waiting.length > waitingMax) waiting.shift()
      clearTimeout(timer)
      timer = setTimeout(() => void work(), quietMs).unref()
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
