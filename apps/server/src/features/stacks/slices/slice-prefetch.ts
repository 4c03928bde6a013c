import type { Logger } from '@talus/node-kit/logger'
import type { RecordedFile } from '../../images/index.ts'
import type { KeptSlices } from './kept-slices.ts'

export interface SlicePrefetchDeps {
  readonly kept: Pick<KeptSlices, 'prepare'>
  readonly log: Logger
  /** How long no image must have arrived before the first one is packed. */
  readonly quietMs?: number
}

interface WaitingImage {
  readonly recorded: RecordedFile
  readonly frames: number
}

/** A large study; of more images, those that arrived first are packed when they are requested. */
const waitingMax = 4000

/**
 * Packs the slices of new CT and MR images before they are requested: opening 500 of them then needs
 * a tenth of the processor time. One after the other, not while more images arrive, and not while
 * slices are sent to a user.
 */
export function createSlicePrefetch({ kept, log, quietMs = 3000 }: SlicePrefetchDeps) {
  const waiting: WaitingImage[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let streams = 0

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void work(), quietMs).unref()
  }

  async function work(): Promise<void> {
    timer = undefined
    if (isWorking) return
    isWorking = true
    // A new image and a stream set the timer, and the rest waits with it.
    for (let next = takeNext(); next; next = takeNext()) await pack(next)
    isWorking = false
  }

  const takeNext = () => (timer || streams > 0 || signal.aborted ? undefined : waiting.shift())

  async function pack({ recorded, frames }: WaitingImage): Promise<void> {
    const isMultiFrame = frames > 1
    try {
      for (let frame = 1; frame <= frames && !signal.aborted; frame += 1)
        await kept.prepare({ recorded, frame, isMultiFrame }, signal)
    } catch (error) {
      // The user gets a message about this slice when they open the stack.
      log.debug({ err: error }, 'a slice was not packed in advance')
    }
  }

  return {
    add: (recorded: RecordedFile, frames: number): void => {
      if (signal.aborted) return
      waiting.push({ recorded, frames })
      if (waiting.length > waitingMax) waiting.shift()
      wait()
    },
    /** Pauses while `work` sends slices to a user. */
    async pauseDuring<Result>(work: () => Promise<Result>): Promise<Result> {
      streams += 1
      try {
        return await work()
      } finally {
        streams -= 1
        if (waiting.length > 0 && !signal.aborted) wait()
      }
    },
    stop: (): void => {
      clearTimeout(timer)
      stopping.abort()
    },
  }
}
export type SlicePrefetch = ReturnType<typeof createSlicePrefetch>
