import { Worker } from 'node:worker_threads'
import type { MadeFrame, MakeFrame } from '@talus/devices'
import { frameRequest } from './frame-request.ts'

const script = new URL('./phantom-worker.ts', import.meta.url)

interface Waiting {
  readonly resolve: (frame: MadeFrame) => void
  readonly reject: (error: unknown) => void
}

/** The radiographs of the simulator, traced in a thread that lives as long as they are wanted. */
export function phantomFrames(binning: 1 | 2 = 1): MakeFrame {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let nextId = 0

  function start(): Worker {
    const started = new Worker(script, { env: {}, execArgv: [] })
    started.on('message', ({ id, frame }: { id: number; frame: MadeFrame }) => {
      waiting.get(id)?.resolve(frame)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
    })
    const failed = (error: unknown) => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', failed)
    started.on('exit', () => failed(new Error('the phantom has ended')))
    worker = started
    return started
  }

  return (exposure) => {
    const { promise, resolve, reject } = Promise.withResolvers<MadeFrame>()
    const id = (nextId += 1)
    waiting.set(id, { resolve, reject })
    const running = worker ?? start()
    running.ref()
    running.postMessage({ id, request: frameRequest(exposure, binning) }, [])
    return promise
  }
}
