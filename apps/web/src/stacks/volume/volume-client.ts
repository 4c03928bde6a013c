import type { SmallVolume } from '@talus/volume'
import type { Stack } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { GreyPixels, Pixels } from '../../viewer/core/loading/pixels.ts'
import type {
  GreyReply,
  PlaneRequest,
  SliceRequest,
  VolumeReply,
  VolumeRequest,
} from './volume-protocol.ts'

export interface VolumeProgress {
  readonly loaded: number
  readonly total: number
  /** Indexes of slices that the server could not read. */
  readonly failed: readonly number[]
  /** The stream has ended. */
  readonly isDone: boolean
  /** Why the stream ended early. */
  readonly fault: VolumeError | undefined
}

export class VolumeError extends Error {
  /** The HTTP status; 0 if the connection broke, undefined if the browser failed. */
  readonly status: number | undefined
  /** The computer has too little memory. */
  readonly isMemory: boolean

  constructor(message: string, status?: number, isMemory = false) {
    super(message)
    this.name = 'VolumeError'
    this.status = status
    this.isMemory = isMemory
  }
}

/** The slices of one phase of a stack: a worker loads and holds them, the page has the visible ones. */
export interface VolumeClient {
  readonly progress: Store<VolumeProgress>
  /** A slice that the page has; requests it from the worker otherwise. */
  readonly getSlice: (index: number) => Pixels | undefined
  /** Requests a slice that is probably wanted next, if the worker has it. */
  readonly prefetchSlice: (index: number) => void
  /** A slice that the page has, without requesting it. */
  readonly peekSlice: (index: number) => Pixels | undefined
  /** Called when a requested slice has arrived. */
  readonly subscribe: (listener: () => void) => () => void
  readonly cutPlane: (request: PlaneRequest) => Promise<GreyPixels>
  readonly shrink: () => Promise<SmallVolume>
  /**
   * Requests the slices again after a fault, or if none arrive any more, and keeps those that are
   * there; returns whether it can: a worker that has ended or has too little memory cannot.
   */
  readonly resume: (all: SliceRequest) => boolean
  /** Ends the worker, which returns its memory. */
  readonly close: () => void
}

interface VolumeClientOptions {
  readonly stack: Stack
  readonly phase: number
  readonly all: SliceRequest
  readonly getNearby: (index: number) => SliceRequest
  /** A worker that was started before the stack was known. */
  readonly worker?: Worker | undefined
}

export const startVolumeWorker = (): Worker =>
  new Worker(new URL('./volume.worker.ts', import.meta.url), { type: 'module' })

/** Memory for slices on the page: going back and forth does not ask the worker again. */
const cacheBytes = 48 * 1024 * 1024

const toGreyPixels = ({ levels, lowest, highest, lowestMeasured }: GreyReply): GreyPixels => ({
  kind: 'grey',
  levels,
  lowest,
  highest,
  lowestMeasured,
  exposed: { lowest: lowestMeasured ?? lowest, highest },
  quantiles: [],
  bytes: levels.reduce((sum, { values }) => sum + values.byteLength, 0),
})

/** The most recently used slices, up to a number of bytes. */
function createSliceCache() {
  const slices = new Map<number, Pixels>()
  let bytes = 0
  return {
    /** The memory of all slices, which the caller takes over. */
    takeBuffers: (): Transferable[] => {
      const taken = [...slices.values()]
      slices.clear()
      return taken.flatMap<Transferable>((pixels) =>
        pixels.kind === 'grey'
          ? pixels.levels.map(({ values }) => values.buffer as ArrayBuffer)
          : [pixels.bitmap],
      )
    },
    has: (index: number) => slices.has(index),
    get: (index: number) => {
      const found = slices.get(index)
      if (found) {
        slices.delete(index)
        slices.set(index, found)
      }
      return found
    },
    add: (index: number, pixels: Pixels) => {
      bytes += pixels.bytes - (slices.get(index)?.bytes ?? 0)
      slices.set(index, pixels)
      for (const [oldest, { bytes: size }] of slices) {
        if (bytes <= cacheBytes || oldest === index) break
        slices.delete(oldest)
        bytes -= size
      }
    },
  }
}

interface Waiting<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** The requests that the worker has not answered yet, by their numbers. */
function createWaitingList<Result>() {
  const waiting = new Map<number, Waiting<Result>>()
  return {
    add: (number: number, one: Waiting<Result>) => void waiting.set(number, one),
    take: (number: number) => {
      const found = waiting.get(number)
      waiting.delete(number)
      return found
    },
    rejectAll: (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}

const isSameList = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((index, at) => index === other[at])

export function openVolume(options: VolumeClientOptions): VolumeClient {
  const { stack, phase, all, getNearby, worker = startVolumeWorker() } = options
  const total = stack.phases[phase]?.slices.length ?? 0
  const progress = createStore<VolumeProgress>({
    loaded: 0,
    total,
    failed: [],
    isDone: false,
    fault: undefined,
  })
  const cache = createSliceCache()
  const requested = new Set<number>()
  const listeners = new Set<() => void>()
  const planes = createWaitingList<GreyPixels>()
  const copies = createWaitingList<SmallVolume>()
  let last = 0
  const post = (request: VolumeRequest) => worker.postMessage(request, { transfer: [] })
  const fail = (fault: VolumeError) => {
    progress.set((now) => ({ ...now, fault, isDone: true }))
    planes.rejectAll(fault)
    copies.rejectAll(fault)
  }

  function onReply(reply: VolumeReply) {
    switch (reply.kind) {
      case 'progress':
        return progress.set((now) => ({
          ...now,
          loaded: reply.loaded,
          // The same list as long as no slice is added: viewports depend on it.
          failed: isSameList(now.failed, reply.failed) ? now.failed : reply.failed,
        }))
      case 'done':
        return progress.set((now) => ({ ...now, isDone: true }))
      case 'slice': {
        requested.delete(reply.index)
        const { pixels } = reply
        if (pixels) cache.add(reply.index, pixels.kind === 'grey' ? toGreyPixels(pixels) : pixels)
        for (const listener of listeners) listener()
        return undefined
      }
      case 'plane':
        return planes.take(reply.number)?.resolve(toGreyPixels(reply.pixels))
      case 'shrunk':
        return copies.take(reply.number)?.resolve(reply.copy)
      case 'failed': {
        const error = new VolumeError(reply.message)
        planes.take(reply.number)?.reject(error)
        return copies.take(reply.number)?.reject(error)
      }
      case 'fault':
        return fail(new VolumeError(reply.message, reply.status, reply.isMemory))
    }
  }
  worker.addEventListener('message', ({ data }: MessageEvent<VolumeReply>) => onReply(data))
  let hasEnded = false
  worker.addEventListener('error', ({ message }) => {
    hasEnded = true
    fail(new VolumeError(message))
  })
  post({ kind: 'open', stack, phase, all })

  const isRequested = (index: number) =>
    index < 0 || index >= total || requested.has(index) || progress.get().failed.includes(index)

  return {
    progress,
    getSlice: (index) => {
      const found = cache.get(index)
      if (found || isRequested(index)) return found
      requested.add(index)
      post({ kind: 'slice', index, nearby: getNearby(index) })
      return undefined
    },
    prefetchSlice: (index) => {
      if (isRequested(index) || cache.has(index)) return
      requested.add(index)
      post({ kind: 'prefetch', index })
    },
    peekSlice: cache.get,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    cutPlane: (request) =>
      new Promise((resolve, reject) => {
        last += 1
        planes.add(last, { resolve, reject })
        post({ kind: 'plane', number: last, request })
      }),
    shrink: () =>
      new Promise((resolve, reject) => {
        last += 1
        copies.add(last, { resolve, reject })
        post({ kind: 'shrink', number: last })
      }),
    resume: (request) => {
      const { fault, isDone } = progress.get()
      // After the whole stream, the slices that are missing could not be read.
      if (hasEnded || fault?.isMemory || (isDone && !fault)) return false
      progress.set((now) => ({ ...now, fault: undefined, isDone: false }))
      post({ kind: 'resume', all: request })
      return true
    },
    close: () => {
      hasEnded = true
      // Memory that is given to the worker is freed with it, and not at the next garbage collection.
      worker.postMessage({ kind: 'close' } satisfies VolumeRequest, {
        transfer: cache.takeBuffers(),
      })
      worker.terminate()
      fail(new VolumeError('the viewer is closed'))
    },
  }
}
