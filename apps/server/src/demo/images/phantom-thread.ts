import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FrameInfo } from '@talus/contract'
import type { FrameRequest, MrRequest, ScanRequest, SimulatedScan } from '@talus/imaging/phantom'
import { getThreadEnvironment } from '../../workers/index.ts'

const script = new URL('./phantom-worker.ts', import.meta.url)

/** The frame that a simulated panel delivers. */
export type PhantomFrame = Pick<
  FrameInfo,
  'width' | 'height' | 'bits' | 'pitch' | 'landmarks' | 'calibration'
> & { readonly bytes: Uint8Array }

/** A radiograph or a scan. */
export type PhantomRequest = FrameRequest | ScanRequest | MrRequest

/** Simulates one radiograph or scan after the other in a worker thread. */
export function startPhantomThread() {
  const worker = new Worker(script, { env: getThreadEnvironment(), execArgv: [] })
  worker.unref()
  // A caller that waits for a frame gets the error from `once`; without a listener an error in
  // between would end the process.
  worker.on('error', () => undefined)
  return {
    simulateFrame: async (request: FrameRequest, signal: AbortSignal): Promise<PhantomFrame> => {
      worker.postMessage(request, [])
      const [frame] = (await once(worker, 'message', { signal })) as [PhantomFrame]
      return frame
    },
    simulateScan: async (
      request: ScanRequest | MrRequest,
      signal: AbortSignal,
    ): Promise<SimulatedScan> => {
      worker.postMessage(request, [])
      const [scan] = (await once(worker, 'message', { signal })) as [SimulatedScan]
      return scan
    },
    end: async () => void (await worker.terminate()),
  }
}
