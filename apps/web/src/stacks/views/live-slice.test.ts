import type { ImageId } from '@talus/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../store.ts'
import type { GreyPixels } from '../../viewer/core/loading/pixels.ts'
import { createViewerStore, withDrawing } from '../../viewer/core/store/viewer-store.ts'
import { createScene } from '../scene/scene.ts'
import { withSlice } from '../scene/scroll.ts'
import { createStack } from '../testing/stacks.ts'
import type { VolumeClient, VolumeProgress } from '../volume/volume-client.ts'
import { createLiveSlice } from './live-slice.ts'
import { createSettledSlice } from './settled-slice.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const stack = createStack('chest', 9)

/** The slices of a volume that arrive when the test says so. */
function createSlices(first: readonly number[]) {
  const slices = new Map<number, GreyPixels>()
  const listeners = new Set<() => void>()
  const requested: number[] = []
  const progress = createStore<VolumeProgress>({
    loaded: 0,
    total: 9,
    failed: [],
    isDone: false,
    fault: undefined,
  })
  const add = (index: number) => {
    const values = new Int16Array(64).fill(index)
    slices.set(index, {
      kind: 'grey',
      levels: [{ columns: 8, rows: 8, stepX: 1, stepY: 1, values }],
      lowest: index,
      highest: index,
      exposed: { lowest: index, highest: index },
      quantiles: [],
      bytes: 128,
    })
    for (const listener of listeners) listener()
  }
  for (const index of first) add(index)
  const client: Pick<
    VolumeClient,
    'progress' | 'getSlice' | 'prefetchSlice' | 'subscribe' | 'peekSlice'
  > = {
    progress,
    getSlice: (index) => slices.get(index),
    peekSlice: (index) => slices.get(index),
    prefetchSlice: (index) => requested.push(index),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { client: client as VolumeClient, add, progress, requested }
}

function open(first: readonly number[]) {
  const scene = createStore(createScene(stack))
  const volume = createSlices(first)
  const session = { scene, autoWindows: new Map() }
  const options = { session, index: 0, stack, phase: 0, volume: volume.client }
  const live = createLiveSlice(options)
  const stop = live.start()
  const show = (slice: number) => scene.set(withSlice(0, slice, [stack]))
  return { ...volume, live: live.store, show, stop }
}

test('the visible slice stays until the wanted one is loaded, with its own image and pixels', () => {
  const { live, show, add, stop } = open([4])
  expect(live.get()).toMatchObject({ index: 4, imageId: 5 })
  show(6)
  expect(live.get()?.index).toBe(4)
  add(5)
  expect(live.get()?.index).toBe(4)
  add(6)
  expect(live.get()).toMatchObject({ index: 6, imageId: 7, loaded: { pixels: { lowest: 6 } } })
  stop()
  show(5)
  expect(live.get()?.index).toBe(6)
})

test('the place of a slice that cannot be read is empty and never shows the slice before', () => {
  const { live, show, progress } = open([4])
  progress.set((now) => ({ ...now, failed: [5] }))
  show(5)
  expect(live.get()?.index).toBe(5)
  expect(live.get()?.loaded.pixels).toBeUndefined()
  show(4)
  expect(live.get()?.loaded.pixels).toBeDefined()
})

test('slices in the direction of scrolling are requested before they are wanted', () => {
  const { show, requested } = open([3, 4, 5])
  expect(requested).toEqual([5, 3])
  requested.length = 0
  show(5)
  expect(requested).toEqual([6, 7, 8])
  requested.length = 0
  show(4)
  expect(requested).toEqual([3, 2, 1])
})

function openStore() {
  return createViewerStore({
    grid: { rows: 1, columns: 1, cells: [], active: 0 },
    tool: 'windowLevel',
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })
}

test('slices without drawings are rendered when the scrolling ends', () => {
  const { live, show } = open([2, 3, 4, 5, 6])
  const settled = createSettledSlice(openStore(), live)
  const stop = settled.start()
  let renders = 0
  settled.store.subscribe(() => (renders += 1))
  for (const slice of [5, 6, 5]) {
    show(slice)
    vi.advanceTimersByTime(60)
  }
  expect([renders, settled.store.get()?.index]).toEqual([0, 4])
  vi.advanceTimersByTime(120)
  expect([renders, settled.store.get()?.index]).toEqual([1, 5])
  stop()
})

test('a slice with a drawing is rendered at once, and so is the slice after it', () => {
  const { live, show } = open([2, 3, 4, 5, 6])
  const store = openStore()
  const drawing = {
    id: 'one',
    tool: 'length' as const,
    steps: [{ step: 1, handles: { start: { x: 2, y: 3 }, end: { x: 6, y: 3 } }, length: 4 }],
  }
  store.commit(6 as ImageId, withDrawing(drawing))
  const settled = createSettledSlice(store, live)
  const stop = settled.start()
  show(5)
  expect(settled.store.get()?.index).toBe(5)
  show(6)
  expect(settled.store.get()?.index).toBe(6)
  stop()
})

test('a tool that draws sees every slice at once, also if it is chosen while scrolling', () => {
  const { live, show } = open([2, 3, 4, 5, 6])
  const store = openStore()
  const settled = createSettledSlice(store, live)
  const stop = settled.start()
  show(5)
  expect(settled.store.get()?.index).toBe(4)
  store.set((now) => ({ ...now, tool: 'length' }))
  expect(settled.store.get()?.index).toBe(5)
  show(6)
  expect(settled.store.get()?.index).toBe(6)
  stop()
})
