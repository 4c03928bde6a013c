import { ImageId, ImageMetadata } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createImageCache } from '../loading/image-cache.ts'
import { createGrid } from '../grid/grid.ts'
import { plainDisplay } from '../testing/plain-display.ts'
import type { ImageSource } from '../source.ts'
import { createViewerStore, getFrame } from '../store/viewer-store.ts'
import { createCine } from './cine.ts'

const side = 100
/** Bytes of one frame in memory, with its level of half the size. */
const bytesOfOne = side * side * 2 * 1.25
const imageId = ImageId.parse(7)

interface FrameRequest {
  readonly frame: number
  readonly signal: AbortSignal | undefined
  readonly deliver: () => void
  readonly fail: () => void
}

/** A visible loop whose frames are delivered on demand; its pixel values are the frame number. */
async function openLoop(frames = 20, maxFrames = 100) {
  const pending: FrameRequest[] = []
  const requested: number[] = []
  const metadata = ImageMetadata.parse({
    Rows: side,
    Columns: side,
    display: { ...plainDisplay, frames, frameRate: 10 },
  })
  const source: ImageSource = {
    images: [],
    metadata: async () => metadata,
    preview: async () => new Blob([]),
    overlay: async () => new ArrayBuffer(0),
    pixels: (_id, { signal, frame = 1 }) =>
      new Promise((resolve, reject) => {
        const deliver = () => resolve(new Uint16Array(side * side).fill(frame).buffer)
        if (frame === 1) return deliver()
        requested.push(frame)
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
        pending.push({ frame, signal, deliver, fail: () => reject(new Error('damaged')) })
      }),
  }
  const imageCache = createImageCache(source, { maxBytes: maxFrames * bytesOfOne })
  const store = createViewerStore({
    grid: createGrid([imageId]),
    tool: 'windowLevel',
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })
  imageCache.retain(imageId)
  await settle()
  const cine = createCine({ store, imageCache })
  cine.open(imageId)
  return {
    cine,
    imageCache,
    requested,
    pending,
    visibleFrame: () => getFrame(store.get(), imageId),
    cineState: () => cine.getState(imageId).get(),
    /** Delivers all pending frames and those requested after them. */
    deliverAll: async () => {
      while (pending.some(({ signal }) => !signal?.aborted)) {
        for (const one of pending.splice(0)) one.deliver()
        await settle()
      }
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
let visibility = 'visible'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) =>
    setTimeout(() => run(performance.now()), 16),
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility
    },
  })
})
afterEach(() => {
  visibility = 'visible'
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('frames of a loop', () => {
  test('a frame is shown once it is loaded', async () => {
    const { cine, pending, visibleFrame, cineState } = await openLoop()
    cine.show(imageId, 9)
    expect([visibleFrame(), cineState().wanted]).toEqual([1, 9])
    pending.find(({ frame }) => frame === 9)?.deliver()
    await settle()
    expect(visibleFrame()).toBe(9)
  })

  test('frames load four at a time, the requested one first; obsolete loads are aborted', async () => {
    const { cine, requested, pending } = await openLoop()
    expect(requested).toEqual([2, 3, 4, 5])
    cine.show(imageId, 12)
    expect(requested.slice(4)).toEqual([12, 13, 14, 15])
    expect(pending.slice(0, 4).every(({ signal }) => signal?.aborted)).toBe(true)
  })

  test('frames stay within the memory budget, including the visible one', async () => {
    const { cine, imageCache, deliverAll, visibleFrame } = await openLoop(20, 6)
    for (const frame of [3, 9, 15, 20, 2]) {
      cine.show(imageId, frame)
      await deliverAll()
      expect(visibleFrame()).toBe(frame)
      expect(imageCache.frames.getPixels(imageId, frame)).toMatchObject({ lowest: frame })
      expect(imageCache.frames.bytes()).toBeLessThanOrEqual(6 * bytesOfOne)
    }
  })

  test('frames use the window of the first one if the file has none', async () => {
    const { cine, imageCache, deliverAll } = await openLoop()
    cine.show(imageId, 5)
    await deliverAll()
    const shown = imageCache.frames.getPixels(imageId, 5)
    expect(shown).toMatchObject({ lowest: 5, exposed: { lowest: 1, highest: 1 } })
  })

  test('a failed frame reports its error and can be retried', async () => {
    const { cine, pending, deliverAll, visibleFrame, cineState } = await openLoop()
    cine.show(imageId, 9)
    pending.find(({ frame }) => frame === 9)?.fail()
    await settle()
    expect([visibleFrame(), cineState().fault]).toEqual([1, new Error('damaged')])
    cine.show(imageId, 9)
    await deliverAll()
    expect([visibleFrame(), cineState().fault]).toEqual([9, undefined])
  })

  test('stepping stops at the first and the last frame', async () => {
    const { cine, deliverAll, visibleFrame } = await openLoop(3)
    await deliverAll()
    for (const [by, frame] of [
      [-1, 1],
      [1, 2],
      [5, 3],
      [1, 3],
    ] as const) {
      cine.step(imageId, by)
      expect(visibleFrame()).toBe(frame)
    }
  })
})

describe('a loop that plays', () => {
  test('a loop repeats at its frame rate, and pauses at the current frame', async () => {
    const { cine, deliverAll, visibleFrame, cineState } = await openLoop(4)
    cine.toggle(imageId)
    await deliverAll()
    await vi.advanceTimersByTimeAsync(230)
    expect(visibleFrame()).toBe(3)
    await vi.advanceTimersByTimeAsync(200)
    expect(visibleFrame()).toBe(1)
    cine.pause(imageId)
    await vi.advanceTimersByTimeAsync(1000)
    expect([visibleFrame(), cineState()]).toEqual([
      1,
      expect.objectContaining({ wanted: 1, isPlaying: false }),
    ])
  })

  test('a playing loop waits for missing frames, and loads at most four at once', async () => {
    const { cine, pending, requested, visibleFrame } = await openLoop(30)
    cine.toggle(imageId)
    await vi.advanceTimersByTimeAsync(900)
    expect([visibleFrame(), requested]).toEqual([1, [2, 3, 4, 5]])
    for (const one of pending.splice(0, 2)) one.deliver()
    await vi.advanceTimersByTimeAsync(300)
    expect([visibleFrame(), requested]).toEqual([3, [2, 3, 4, 5, 6, 7]])
  })

  test('a loop does not advance while the page is hidden', async () => {
    const { cine, deliverAll, visibleFrame } = await openLoop(8)
    cine.toggle(imageId)
    await deliverAll()
    visibility = 'hidden'
    const before = visibleFrame()
    await vi.advanceTimersByTimeAsync(5000)
    expect(visibleFrame()).toBe(before)
    visibility = 'visible'
    await vi.advanceTimersByTimeAsync(130)
    expect(visibleFrame()).toBe(before + 1)
  })

  test('a playing loop stops before a failed frame and reports it', async () => {
    const { cine, pending, visibleFrame, cineState } = await openLoop(8)
    cine.toggle(imageId)
    for (const one of pending.splice(0))
      if (one.frame === 3) one.fail()
      else one.deliver()
    await vi.advanceTimersByTimeAsync(500)
    expect(visibleFrame()).toBe(2)
    expect(cineState()).toMatchObject({ isPlaying: false, wanted: 3, fault: new Error('damaged') })
  })
})
