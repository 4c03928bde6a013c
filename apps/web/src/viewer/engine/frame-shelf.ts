import type { ImageId, ImageMetadata } from '@talus/contract'
import type { ViewerSource } from '../model.ts'
import type { Pixels } from './pixels.ts'
import type { Preparer } from './preparer.ts'

/** The frames of loops behind their first, which is the picture of the image itself. */
export interface FrameShelf {
  readonly pixels: (imageId: ImageId, frame: number) => Pixels | undefined
  /** Why a frame could not be had; `undefined` where it was not tried. */
  readonly faultOf: (imageId: ImageId, frame: number) => unknown
  /** Has these frames brought, the most urgent first, instead of those asked for before. */
  readonly want: (imageId: ImageId, frames: readonly number[]) => void
  /** How many frames of the image there is room for. */
  readonly capacity: (imageId: ImageId) => number
  readonly bytes: () => number
  /** Lets go of the frames of an image. */
  readonly drop: (imageId: ImageId) => void
  /** Goes on with what could not be brought yet. */
  readonly carryOn: () => void
  /** Whenever a frame has come or could not be had. */
  readonly subscribe: (listener: () => void) => () => void
  readonly stop: () => void
}

export interface ShelfGiven {
  readonly source: ViewerSource
  readonly preparer: Preparer
  /** Of the image itself, with its first frame; undefined until both are there. */
  readonly first: (
    imageId: ImageId,
  ) => { readonly metadata: ImageMetadata; readonly pixels: Pixels } | undefined
  /** For all frames together. */
  readonly room: () => number
}

/** At a time. A browser has six lines to a server, and whoever presses a button needs one. */
const atOnce = 4

interface Loop {
  wanted: readonly number[]
  /** Those longest not asked for come first. */
  readonly kept: Map<number, Pixels>
  readonly loading: Map<number, AbortController>
  readonly faults: Map<number, unknown>
}

/** A loop without a window of its own keeps that of its first frame: it would flicker otherwise. */
const steady = (pixels: Pixels, first: Pixels): Pixels =>
  pixels.kind === 'grey' && first.kind === 'grey'
    ? { ...pixels, exposed: first.exposed, quantiles: first.quantiles }
    : pixels

const letGo = (pixels: Pixels | undefined) => {
  if (pixels?.kind === 'colour') pixels.picture.close()
}

export function createFrameShelf({ source, preparer, first, room }: ShelfGiven): FrameShelf {
  const loops = new Map<ImageId, Loop>()
  const listeners = new Set<() => void>()
  let bytes = 0

  const tell = () => {
    for (const listener of listeners) listener()
  }
  function loopOf(imageId: ImageId): Loop {
    const known = loops.get(imageId)
    if (known) return known
    const loop: Loop = { wanted: [], kept: new Map(), loading: new Map(), faults: new Map() }
    loops.set(imageId, loop)
    return loop
  }

  /** What nobody asks for makes room, the oldest first. */
  function makeRoom(needed: number) {
    for (const { wanted, kept } of loops.values()) {
      const isWanted = new Set(wanted)
      for (const [frame, pixels] of kept) {
        if (bytes + needed <= room()) return
        if (isWanted.has(frame)) continue
        kept.delete(frame)
        bytes -= pixels.bytes
        letGo(pixels)
      }
    }
  }

  async function load(imageId: ImageId, loop: Loop, frame: number) {
    const known = first(imageId)
    const display = known?.metadata.display
    if (!known || !display) return
    const stop = new AbortController()
    loop.loading.set(frame, stop)
    const { signal } = stop
    try {
      const file = await source.pixels(imageId, { signal, frame })
      const { Rows: rows, Columns: columns } = known.metadata
      const { samples, bits, isSigned, padding } = display
      const shape = { samples, bits, isSigned, padding, columns, rows }
      const pixels = steady(await preparer.prepare(file, shape), known.pixels)
      if (signal.aborted) return letGo(pixels)
      makeRoom(pixels.bytes)
      loop.kept.set(frame, pixels)
      bytes += pixels.bytes
    } catch (fault) {
      if (signal.aborted) return
      loop.faults.set(frame, fault)
    }
    loop.loading.delete(frame)
    carryOn()
    tell()
  }

  function carryOn() {
    let busy = 0
    for (const { loading } of loops.values()) busy += loading.size
    for (const [imageId, loop] of loops) {
      if (!first(imageId)) continue
      for (const frame of loop.wanted) {
        if (busy >= atOnce) return
        const isThere = frame === 1 || loop.kept.has(frame)
        if (isThere || loop.loading.has(frame) || loop.faults.has(frame)) continue
        busy += 1
        void load(imageId, loop, frame)
      }
    }
  }

  function abandon({ loading }: Loop, isWanted: (frame: number) => boolean) {
    for (const [frame, stop] of loading) {
      if (isWanted(frame)) continue
      loading.delete(frame)
      stop.abort()
    }
  }

  function drop(imageId: ImageId) {
    const loop = loops.get(imageId)
    if (!loop) return
    loops.delete(imageId)
    abandon(loop, () => false)
    for (const pixels of loop.kept.values()) {
      bytes -= pixels.bytes
      letGo(pixels)
    }
  }

  return {
    pixels: (imageId, frame) =>
      frame === 1 ? first(imageId)?.pixels : loops.get(imageId)?.kept.get(frame),
    faultOf: (imageId, frame) => loops.get(imageId)?.faults.get(frame),
    want: (imageId, frames) => {
      const loop = loopOf(imageId)
      loop.wanted = frames
      const isWanted = new Set(frames)
      // What failed before is tried again when it is asked for again by itself.
      const [urgent] = frames
      if (urgent !== undefined) loop.faults.delete(urgent)
      abandon(loop, (frame) => isWanted.has(frame))
      for (const frame of frames) {
        const pixels = loop.kept.get(frame)
        if (!pixels) continue
        loop.kept.delete(frame)
        loop.kept.set(frame, pixels)
      }
      carryOn()
    },
    capacity: (imageId) => {
      const one = first(imageId)?.pixels.bytes
      // One is always kept; the picture of the first frame takes no room here.
      const loopsInAll = Math.max(1, loops.size)
      return one === undefined ? 1 : Math.max(1, Math.floor(room() / (one * loopsInAll)))
    },
    bytes: () => bytes,
    drop,
    carryOn,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      for (const imageId of loops.keys()) drop(imageId)
    },
  }
}
