import type { ImageId, ImageMetadata } from '@talus/contract'
import type { ImageSource } from '../source.ts'
import { loadPlanes } from './image-loader.ts'
import { withPlanes } from './pixels.ts'
import type { Pixels } from './pixels.ts'
import type { Preparer } from './preparer.ts'

/** Caches the frames of loops except the first, which belongs to the image itself. */
export interface FrameCache {
  readonly getPixels: (imageId: ImageId, frame: number) => Pixels | undefined
  /** Error of the last load of a frame; undefined if it was not tried. */
  readonly getFault: (imageId: ImageId, frame: number) => unknown
  /** Requests these frames, the most urgent first, instead of those requested before. */
  readonly request: (imageId: ImageId, frames: readonly number[]) => void
  /** Number of frames of the image that fit into memory. */
  readonly capacity: (imageId: ImageId) => number
  readonly bytes: () => number
  /** Releases the frames of an image. */
  readonly drop: (imageId: ImageId) => void
  /** Starts the loads that could not be started before. */
  readonly resume: () => void
  /** Notifies when a frame was loaded or failed. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

/** Metadata and first frame of an image. */
interface FirstFrame {
  readonly metadata: ImageMetadata
  readonly pixels: Pixels
}

export interface FrameCacheOptions {
  readonly source: ImageSource
  readonly preparer: Preparer
  /** Undefined until both parts are loaded. */
  readonly getFirstFrame: (imageId: ImageId) => FirstFrame | undefined
  /** Memory budget for all frames together. */
  readonly getAvailableBytes: () => number
}

/** Concurrent loads. A browser opens six connections per server, and user actions need one. */
const maxLoads = 4

interface Loop {
  requested: readonly number[]
  /** Least recently requested first. */
  readonly cached: Map<number, Pixels>
  readonly loading: Map<number, AbortController>
  readonly faults: Map<number, unknown>
}

/** A loop without a window of its own uses that of its first frame: it would flicker otherwise. */
const applyFirstWindow = (pixels: Pixels, first: Pixels): Pixels =>
  pixels.kind === 'grey' && first.kind === 'grey'
    ? { ...pixels, exposed: first.exposed, quantiles: first.quantiles }
    : pixels

/** Planes that are the same for every frame were loaded with the first. */
function loadFramePlanes(
  source: ImageSource,
  imageId: ImageId,
  { metadata, pixels }: FirstFrame,
  settings: { readonly signal: AbortSignal; readonly frame: number },
) {
  if (!metadata.display?.planes?.perFrame) return Promise.resolve(pixels.planes)
  const planes = loadPlanes(source, imageId, metadata, settings)
  // The caller awaits the planes after the pixel data, which may fail before.
  planes.catch(() => undefined)
  return planes
}

const release = (pixels: Pixels | undefined) => {
  if (pixels?.kind === 'colour') pixels.bitmap.close()
}

/** Marks frames as recently requested. */
function touch(cached: Map<number, Pixels>, frames: readonly number[]) {
  for (const frame of frames) {
    const pixels = cached.get(frame)
    if (!pixels) continue
    cached.delete(frame)
    cached.set(frame, pixels)
  }
}

function abort({ loading }: Loop, isRequested: (frame: number) => boolean) {
  for (const [frame, stop] of loading) {
    if (isRequested(frame)) continue
    loading.delete(frame)
    stop.abort()
  }
}

export function createFrameCache(options: FrameCacheOptions): FrameCache {
  const { source, preparer, getFirstFrame, getAvailableBytes } = options
  const loops = new Map<ImageId, Loop>()
  const listeners = new Set<() => void>()
  let bytes = 0

  const notify = () => {
    for (const listener of listeners) listener()
  }
  function getLoop(imageId: ImageId): Loop {
    const known = loops.get(imageId)
    if (known) return known
    const loop: Loop = { requested: [], cached: new Map(), loading: new Map(), faults: new Map() }
    loops.set(imageId, loop)
    return loop
  }

  /** Evicts frames that are not requested, oldest first. */
  function evict(needed: number) {
    for (const { requested, cached } of loops.values()) {
      const isRequested = new Set(requested)
      for (const [frame, pixels] of cached) {
        if (bytes + needed <= getAvailableBytes()) return
        if (isRequested.has(frame)) continue
        cached.delete(frame)
        bytes -= pixels.bytes
        release(pixels)
      }
    }
  }

  async function load(imageId: ImageId, loop: Loop, frame: number) {
    const known = getFirstFrame(imageId)
    const display = known?.metadata.display
    if (!known || !display) return
    const stop = new AbortController()
    loop.loading.set(frame, stop)
    const { signal } = stop
    try {
      const planes = loadFramePlanes(source, imageId, known, { signal, frame })
      const file = await source.pixels(imageId, { signal, frame })
      const { Rows: rows, Columns: columns } = known.metadata
      const { samples, bits, isSigned, padding } = display
      const shape = { samples, bits, isSigned, padding, columns, rows, step: 1 }
      const prepared = await preparer.preparePixels(file, shape)
      const pixels = applyFirstWindow(withPlanes(prepared, await planes), known.pixels)
      if (signal.aborted) return release(pixels)
      evict(pixels.bytes)
      loop.cached.set(frame, pixels)
      bytes += pixels.bytes
    } catch (fault) {
      if (signal.aborted) return
      loop.faults.set(frame, fault)
    }
    loop.loading.delete(frame)
    resume()
    notify()
  }

  function resume() {
    let busy = 0
    for (const { loading } of loops.values()) busy += loading.size
    for (const [imageId, loop] of loops) {
      if (!getFirstFrame(imageId)) continue
      for (const frame of loop.requested) {
        if (busy >= maxLoads) return
        const isLoaded = frame === 1 || loop.cached.has(frame)
        if (isLoaded || loop.loading.has(frame) || loop.faults.has(frame)) continue
        busy += 1
        void load(imageId, loop, frame)
      }
    }
  }

  function drop(imageId: ImageId) {
    const loop = loops.get(imageId)
    if (!loop) return
    loops.delete(imageId)
    abort(loop, () => false)
    for (const pixels of loop.cached.values()) {
      bytes -= pixels.bytes
      release(pixels)
    }
  }

  return {
    getPixels: (imageId, frame) =>
      frame === 1 ? getFirstFrame(imageId)?.pixels : loops.get(imageId)?.cached.get(frame),
    getFault: (imageId, frame) => loops.get(imageId)?.faults.get(frame),
    request: (imageId, frames) => {
      const loop = getLoop(imageId)
      loop.requested = frames
      const isRequested = new Set(frames)
      // A failed frame is retried only when it is the most urgent one.
      const [urgent] = frames
      if (urgent !== undefined) loop.faults.delete(urgent)
      abort(loop, (frame) => isRequested.has(frame))
      touch(loop.cached, frames)
      resume()
    },
    capacity: (imageId) => {
      const one = getFirstFrame(imageId)?.pixels.bytes
      // At least one frame is always kept; the first frame does not count here.
      const loopCount = Math.max(1, loops.size)
      return one === undefined
        ? 1
        : Math.max(1, Math.floor(getAvailableBytes() / (one * loopCount)))
    },
    bytes: () => bytes,
    drop,
    resume,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      for (const imageId of loops.keys()) drop(imageId)
    },
  }
}
