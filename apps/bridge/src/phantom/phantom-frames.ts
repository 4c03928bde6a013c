import { Worker } from 'node:worker_threads'
import type { SimulatedFrame, FrameSimulator } from '@talus/devices'
import { toFrameRequest } from './frame-request.ts'

const script = new URL('./phantom-worker.ts', import.meta.url)

interface PendingFrame {
  readonly resolve: (frame: SimulatedFrame) => void
  readonly reject: (error: unknown) => void
}

/** Simulates radiographs in a worker thread that runs as long as frames are requested. */
export function createPhantomFrames(binning: 1 | 2 = 1): FrameSimulator {
  const pending = new Map<number, PendingFrame>()
  let worker: Worker | undefined
  let nextId = 0

  function start(): Worker {
    const started = new Worker(script, { env: {}, execArgv: [] })
    started.on('message', ({ id, frame }: { id: number; frame: SimulatedFrame }) => {
      pending.get(id)?.resolve(frame)
      pending.delete(id)
      if (pending.size === 0) started.unref()
    })
    const onFailure = (error: unknown) => {
      worker = undefined
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    }
    started.on('error', onFailure)
    started.on('exit', () => onFailure(new Error('the phantom has ended')))
    worker = started
    return started
  }

  return (exposure) => {
    const { promise, resolve, reject } = Promise.withResolvers<SimulatedFrame>()
    const id = (nextId += 1)
    pending.set(id, { resolve, reject })
    const running = worker ?? start()
    running.ref()
    running.postMessage({ id, request: toFrameRequest(exposure, binning) }, [])
    return promise
  }
}
