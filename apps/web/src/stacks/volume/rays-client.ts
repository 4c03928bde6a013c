import type { Stack } from '@talus/contract'
import { getCellTransform } from '@talus/volume'
import type { SmallVolume, ValueRange } from '@talus/volume'
import { openRaysOnCard } from './rays-card.ts'
import type { CastRequest, RaysReply, RaysRequest } from './rays-protocol.ts'

/** A computed view, which is drawn at once: the next one may replace it. */
export interface RayPicture {
  readonly width: number
  readonly height: number
  readonly drawOn: (context: CanvasRenderingContext2D) => void
}

/** Casts the rays of the 3D view. */
export interface RaysClient {
  readonly small: SmallVolume
  /** Whether the graphics card casts them; without one it is the processor. */
  readonly isOnCard: () => boolean
  readonly cast: (request: CastRequest) => Promise<RayPicture>
  readonly close: () => void
}

/** One core is left for the page. */
const countWorkers = () => Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1))

/** Casts rays in workers; each has its own copy of the small volume and a part of the rows. */
function openRayWorkers(small: SmallVolume, range: ValueRange) {
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
    cast: async (request: CastRequest): Promise<RayPicture> => {
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
      return { width, height, drawOn: (context) => context.putImageData(image, 0, 0) }
    },
    close: () => {
      for (const worker of workers) worker.terminate()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}

/** A card that is missing or was lost is not asked again: the processor computes every view as well. */
let isCardUsable = true

export function openRays(stack: Stack, phase: number, small: SmallVolume): RaysClient {
  const { slope, intercept } = getCellTransform(stack, phase)
  const range = {
    lowest: slope * small.lowest + intercept,
    highest: slope * small.highest + intercept,
  }
  let card = isCardUsable ? openRaysOnCard(small, range) : undefined
  isCardUsable = card !== undefined
  let workers: ReturnType<typeof openRayWorkers> | undefined
  return {
    small,
    isOnCard: () => card !== undefined,
    cast: async (request) => {
      const picture = card?.cast(request)
      if (picture) return picture
      if (card) {
        isCardUsable = false
        card.close()
        card = undefined
      }
      workers ??= openRayWorkers(small, range)
      return workers.cast(request)
    },
    close: () => {
      card?.close()
      workers?.close()
    },
  }
}
