import type { ImageId, Stack } from '@talus/contract'
import { loadOrder, writeHeader, writeMessage } from '@talus/volume'
import type { Logger } from '@talus/node-kit/logger'
import { runPipeline } from '../../images/index.ts'
import type { RecordedFile } from '../../images/index.ts'
import type { RoomySlice } from './kept-file.ts'
import type { KeptSlices } from './kept-slices.ts'

/** Slices that are read or packed while the client receives one: a store in the cloud is slow. */
const pipeline = { items: 8, weight: 64 * 1024 * 1024 }

export interface StreamRequest {
  readonly stack: Stack
  readonly images: ReadonlyMap<ImageId, RecordedFile>
  readonly phase: number
  /** The index of the most wanted slice. */
  readonly first: number
  /** Only so many slices on each side of the first one; all if missing. */
  readonly around?: number | undefined
  readonly signal: AbortSignal
}

export interface StreamDeps {
  readonly kept: Pick<KeptSlices, 'get'>
  readonly log: Logger
}

/** The indices of the wanted slices, in the order in which they are sent. */
export function listWanted({ stack, phase, first, around }: StreamRequest): number[] {
  const count = stack.phases[phase]?.slices.length ?? 0
  if (count === 0) return []
  const start = Math.min(first, count - 1)
  const order = loadOrder(count, start)
  return around === undefined ? order : order.filter((at) => Math.abs(at - start) <= around)
}

async function* iterate(indices: readonly number[]): AsyncGenerator<number> {
  yield* indices
}

/**
 * The packed slices of a stack as messages. A slice that cannot be read is a message without bytes:
 * the others are shown nevertheless. The next slices are prepared while the client reads, and no
 * more of them.
 */
export async function* streamSlices(
  { kept, log }: StreamDeps,
  request: StreamRequest,
): AsyncGenerator<Uint8Array> {
  const { stack, images, phase, signal } = request
  const slices = stack.phases[phase]?.slices ?? []
  const frames = new Map<ImageId, number>()
  for (const { imageId } of slices) frames.set(imageId, (frames.get(imageId) ?? 0) + 1)

  const createMissing = (index: number): RoomySlice => ({
    message: writeMessage(index, null),
    release: () => undefined,
  })
  async function load(index: number): Promise<RoomySlice> {
    const slice = slices[index]
    const recorded = slice && images.get(slice.imageId)
    if (!recorded) return createMissing(index)
    const isMultiFrame = slice.frame > 1 || (frames.get(slice.imageId) ?? 0) > 1
    try {
      const found = await kept.get({ recorded, frame: slice.frame, isMultiFrame }, signal)
      writeHeader(found.message, index)
      return found
    } catch (error) {
      // After an abort the stream ends, and nothing is wrong with the slice.
      signal.throwIfAborted()
      log.warn({ err: error, imageId: slice.imageId }, 'a slice was not read')
      return createMissing(index)
    }
  }

  const weight = 2 * stack.rows * stack.columns * stack.samples
  const wanted = iterate(listWanted(request))
  for await (const { message, release } of runPipeline(wanted, pipeline, () => weight, load)) {
    signal.throwIfAborted()
    yield message
    release()
  }
}
