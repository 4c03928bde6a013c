import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FrameInfo } from '@talus/contract'
import type { FrameRequest } from '@talus/imaging/phantom'
import { threadEnvironment } from '../../workers/index.ts'

const script = new URL('./phantom-worker.ts', import.meta.url)

/** What a simulated panel hands over. */
export type PhantomFrame = Pick<
  FrameInfo,
  'width' | 'height' | 'bits' | 'pitch' | 'landmarks' | 'calibration'
> & { readonly bytes: Uint8Array }

/** Traces one radiograph after the other, beside everything else. */
export function phantomThread() {
  const worker = new Worker(script, { env: threadEnvironment(), execArgv: [] })
  worker.unref()
  // Whoever waits for a frame is told by `once`; a fault in between is told to the next one.
  worker.on('error', () => undefined)
  return {
    frameOf: async (request: FrameRequest, signal: AbortSignal): Promise<PhantomFrame> => {
      worker.postMessage(request, [])
      const [frame] = (await once(worker, 'message', { signal })) as [PhantomFrame]
      return frame
    },
    end: async () => void (await worker.terminate()),
  }
}
