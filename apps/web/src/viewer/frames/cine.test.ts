import { ImageId, ImageMetadata } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPictures } from '../engine/pictures.ts'
import { gridOf } from '../grid/grid.ts'
import { plainDisplay } from '../engine/testing/plain-display.ts'
import type { ViewerSource } from '../model.ts'
import { createViewerStore, frameIn } from '../store/viewer-store.ts'
import { createCine } from './cine.ts'

const side = 100
/** In memory, with a level of half the size. */
const bytesOfOne = side * side * 2 * 1.25
const imageId = ImageId.parse(7)

interface Asked {
  readonly frame: number
  readonly signal: AbortSignal | undefined
  readonly answer: () => void
  readonly refuse: () => void
}

/** A loop on screen, whose frames come when the test says so; the numbers of a frame are its own. */
async function openLoop(frames = 20, room = 100) {
  const waiting: Asked[] = []
  const asked: number[] = []
  const metadata = ImageMetadata.parse({
    Rows: side,
    Columns: side,
    display: { ...plainDisplay, frames, frameRate: 10 },
  })
  const source: ViewerSource = {
    images: [],
    studyId: undefined,
    patientId: undefined,
    metadata: async () => metadata,
    preview: async () => new Blob([]),
    pixels: (_id, { signal, frame = 1 }) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(new Uint16Array(side * side).fill(frame).buffer)
        if (frame === 1) return answer()
        asked.push(frame)
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
        waiting.push({ frame, signal, answer, refuse: () => reject(new Error('damaged')) })
      }),
  }
  const pictures = createPictures(source, { maxBytes: room * bytesOfOne })
  const store = createViewerStore({
    grid: gridOf([imageId]),
    tool: 'windowLevel',
    images: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
    pending: undefined,
  })
  pictures.hold(imageId)
  await settle()
  const cine = createCine({ store, pictures })
  cine.open(imageId)
  return {
    cine,
    pictures,
    asked,
    waiting,
    seen: () => frameIn(store.get(), imageId),
    reel: () => cine.reel(imageId).get(),
    /** Lets everything come that is on its way, and what is asked for then. */
    come: async () => {
      while (waiting.some(({ signal }) => !signal?.aborted)) {
        for (const one of waiting.splice(0)) one.answer()
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
  test('are seen when they have come, and not before', async () => {
    const { cine, waiting, seen, reel } = await openLoop()
    cine.show(imageId, 9)
    expect([seen(), reel().wanted]).toEqual([1, 9])
    waiting.find(({ frame }) => frame === 9)?.answer()
    await settle()
    expect(seen()).toBe(9)
  })

  test('come four at a time, the wanted one first; what nobody wants any more is stopped', async () => {
    const { cine, asked, waiting } = await openLoop()
    expect(asked).toEqual([2, 3, 4, 5])
    cine.show(imageId, 12)
    expect(asked.slice(4)).toEqual([12, 13, 14, 15])
    expect(waiting.slice(0, 4).every(({ signal }) => signal?.aborted)).toBe(true)
  })

  test('stay within their room, with what is seen in it', async () => {
    const { cine, pictures, come, seen } = await openLoop(20, 6)
    for (const frame of [3, 9, 15, 20, 2]) {
      cine.show(imageId, frame)
      await come()
      expect(seen()).toBe(frame)
      expect(pictures.frames.pixels(imageId, frame)).toMatchObject({ lowest: frame })
      expect(pictures.frames.bytes()).toBeLessThanOrEqual(6 * bytesOfOne)
    }
  })

  test('keep the window of the first one where the file has none', async () => {
    const { cine, pictures, come } = await openLoop()
    cine.show(imageId, 5)
    await come()
    const shown = pictures.frames.pixels(imageId, 5)
    expect(shown).toMatchObject({ lowest: 5, exposed: { lowest: 1, highest: 1 } })
  })

  test('that cannot be had say so, and are tried again', async () => {
    const { cine, waiting, come, seen, reel } = await openLoop()
    cine.show(imageId, 9)
    waiting.find(({ frame }) => frame === 9)?.refuse()
    await settle()
    expect([seen(), reel().fault]).toEqual([1, new Error('damaged')])
    cine.show(imageId, 9)
    await come()
    expect([seen(), reel().fault]).toEqual([9, undefined])
  })

  test('end with the first and the last', async () => {
    const { cine, come, seen } = await openLoop(3)
    await come()
    for (const [by, frame] of [
      [-1, 1],
      [1, 2],
      [5, 3],
      [1, 3],
    ] as const) {
      cine.step(imageId, by)
      expect(seen()).toBe(frame)
    }
  })
})

describe('a loop that plays', () => {
  test('goes round in its own time, and stops where it is', async () => {
    const { cine, come, seen, reel } = await openLoop(4)
    cine.toggle(imageId)
    await come()
    await vi.advanceTimersByTimeAsync(230)
    expect(seen()).toBe(3)
    await vi.advanceTimersByTimeAsync(200)
    expect(seen()).toBe(1)
    cine.pause(imageId)
    await vi.advanceTimersByTimeAsync(1000)
    expect([seen(), reel()]).toEqual([1, expect.objectContaining({ wanted: 1, isPlaying: false })])
  })

  test('waits for what has not come, and never asks for more than four at once', async () => {
    const { cine, waiting, asked, seen } = await openLoop(30)
    cine.toggle(imageId)
    await vi.advanceTimersByTimeAsync(900)
    expect([seen(), asked]).toEqual([1, [2, 3, 4, 5]])
    for (const one of waiting.splice(0, 2)) one.answer()
    await vi.advanceTimersByTimeAsync(300)
    expect([seen(), asked]).toEqual([3, [2, 3, 4, 5, 6, 7]])
  })

  test('stands still while nobody can see it', async () => {
    const { cine, come, seen } = await openLoop(8)
    cine.toggle(imageId)
    await come()
    visibility = 'hidden'
    const before = seen()
    await vi.advanceTimersByTimeAsync(5000)
    expect(seen()).toBe(before)
    visibility = 'visible'
    await vi.advanceTimersByTimeAsync(130)
    expect(seen()).toBe(before + 1)
  })

  test('stops before a frame that cannot be had, and says which', async () => {
    const { cine, waiting, seen, reel } = await openLoop(8)
    cine.toggle(imageId)
    for (const one of waiting.splice(0))
      if (one.frame === 3) one.refuse()
      else one.answer()
    await vi.advanceTimersByTimeAsync(500)
    expect(seen()).toBe(2)
    expect(reel()).toMatchObject({ isPlaying: false, wanted: 3, fault: new Error('damaged') })
  })
})
