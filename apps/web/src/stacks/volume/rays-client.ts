import type { Stack } from '@talus/contract'
import { getCellTransform } from '@talus/volume'
import type { SmallVolume } from '@talus/volume'
import type { CastRequest, RaysReply, RaysRequest } from './rays-protocol.ts'

/** Casts rays in workers; each has its own copy of the small volume and a part of the rows. */
export interface RaysClient {
  readonly small: SmallVolume
  readonly cast: (request: CastRequest) => Promise<ImageData>
  readonly close: () => void
}

/** One core is left for the page. */
const countWorkers = () => Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1))

export function openRays(stack: Stack, phase: number, small: SmallVolume): RaysClient {
  const { slope, intercept } = getCellTransform(stack, phase)
  const range = {
    lowest: slope * small.lowest + intercept,
    highest: slope * small.highest + intercept,
  }
  const waiting = new Map<number, (reply: RaysReply | undefined) => void>()
  let last = 0
  const workers = Array.from({ length: countWorkers() }, () => {
    const worker = new Worker(new URL('./rays.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<RaysReply>) => {
      waiting.get(data.number)?.(data)
      waiting.delete(data.number)
    })
    worker.addEventListener('error', () => {
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    })
    const request: RaysRequest = { kind: 'open', small, range }
    worker.postMessage(request, { transfer: [] })
    return worker
  })
  const castPart = (worker: Worker, request: CastRequest, firstRow: number, endRow: number) =>
    new Promise<Uint8ClampedArray>((resolve, reject) => {
      last += 1
      waiting.set(last, (reply) =>
        reply && 'pixels' in reply
          ? resolve(reply.pixels)
          : reject(new Error(reply?.message ?? 'the worker has failed')),
      )
      const message: RaysRequest = { kind: 'cast', number: last, request, firstRow, endRow }
      worker.postMessage(message, { transfer: [] })
    })
  return {
    small,
    cast: async (request) => {
      const { width, height } = request.picture
      const bounds = workers.map((_, index) => Math.round((index * height) / workers.length))
      const parts = await Promise.all(
        workers.map((worker, index) =>
          castPart(worker, request, bounds[index] ?? 0, bounds[index + 1] ?? height),
        ),
      )
      const image = new ImageData(width, height)
      for (const [index, part] of parts.entries())
        image.data.set(part, 4 * width * (bounds[index] ?? 0))
      return image
    },
    close: () => {
      for (const worker of workers) worker.terminate()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}
