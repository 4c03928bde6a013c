import { preparePixels } from './prepare.ts'
import type { PrepareReply, PrepareRequest } from './prepare.worker.ts'
import type { PixelShape, Pixels } from './pixels.ts'

export interface Preparer {
  readonly preparePixels: (bytes: ArrayBuffer, shape: PixelShape) => Promise<Pixels>
  readonly stop: () => void
}

/** Fallback if the browser starts no worker: the page does it itself and freezes for a moment. */
const mainThreadPreparer: Preparer = { preparePixels, stop: () => {} }

interface Waiting {
  readonly resolve: (pixels: Pixels) => void
  readonly reject: (error: Error) => void
}

export function createPreparer(): Preparer {
  let worker: Worker
  try {
    worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return mainThreadPreparer
  }
  const waiting = new Map<number, Waiting>()
  let last = 0
  const rejectAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<PrepareReply>) => {
    const request = waiting.get(data.number)
    waiting.delete(data.number)
    if ('pixels' in data) request?.resolve(data.pixels)
    else request?.reject(new Error(data.message))
  })
  worker.addEventListener('error', () =>
    rejectAll(new Error('the worker of the viewer has failed')),
  )
  return {
    preparePixels: (bytes, shape) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        const request: PrepareRequest = { number: last, bytes, shape }
        worker.postMessage(request, { transfer: [bytes] })
      }),
    stop: () => {
      worker.terminate()
      rejectAll(new Error('the viewer is closed'))
    },
  }
}
