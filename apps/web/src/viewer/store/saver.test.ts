import { ImageId, plainViewport } from '@talus/contract'
import type { Drawing, ViewerState } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StateKeeper } from '../model.ts'
import { gridOf } from '../grid/grid.ts'
import { fromSaved } from './saved-state.ts'
import { createSaver } from './saver.ts'
import type { UnsavedWork } from './unsaved-work.ts'
import { createViewerStore, withDrawing, withoutDrawing, withViewport } from './viewer-store.ts'

const image = ImageId.parse(4)
const conflict = new Error('conflict')

const arrow = (number: number, x = number): Drawing => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  tool: 'arrow',
  steps: [{ step: 1, handles: { start: { x, y: 1 }, end: { x: 20, y: 20 } } }],
})

const nothing: ViewerState = { viewportState: {}, cropState: {}, toolState: {}, version: 0 }

/** A server with one study, which refuses a save from an older version. */
function server() {
  let kept = nothing
  let saves = 0
  let isDown = false
  const keeper: StateKeeper = {
    load: () => Promise.resolve(structuredClone(kept)),
    save: (state) => {
      saves += 1
      if (isDown) return Promise.reject(new Error('down'))
      if (state.version !== kept.version) return Promise.reject(conflict)
      kept = structuredClone({ ...state, version: kept.version + 1 })
      return Promise.resolve({ version: kept.version })
    },
  }
  return {
    keeper,
    kept: () => kept,
    saves: () => saves,
    goDown: (down: boolean) => {
      isDown = down
    },
  }
}

/** A browser that shows the study. */
function desk({ keeper, kept }: ReturnType<typeof server>) {
  let work: UnsavedWork | undefined
  const store = createViewerStore({
    grid: gridOf([image]),
    tool: 'windowLevel',
    images: fromSaved(kept(), [image]),
    areDrawingsVisible: true,
    selected: undefined,
    pending: undefined,
  })
  const onMerged = vi.fn<() => void>()
  const saver = createSaver({
    store,
    keeper,
    imageIds: () => [image],
    base: kept(),
    work: {
      read: () => work,
      write: (next) => {
        work = next
      },
    },
    onMerged,
    isConflict: (error) => error === conflict,
  })
  return { store, saver, onMerged, work: () => work }
}

const drawn = (store: ReturnType<typeof desk>['store']) =>
  store.imageState(image).drawings.map(({ id }) => Number(id.at(-1)))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('saving', () => {
  test('happens once in 2.5 seconds, with the last change', async () => {
    const there = server()
    const { store, saver } = desk(there)
    for (const zoom of [1, 2, 3]) store.adjust(image, withViewport({ zoom }))
    expect(saver.state.get().kind).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(2400)
    expect(there.saves()).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(there.saves()).toBe(1)
    expect(there.kept().viewportState['4']).toEqual({ ...plainViewport, zoom: 3 })
    expect(saver.state.get().kind).toBe('saved')
  })

  test('does not happen where nothing has changed', async () => {
    const there = server()
    const { store } = desk(there)
    store.adjust(image, withViewport({ zoom: 2 }))
    store.adjust(image, withViewport({ zoom: null }))
    store.set((now) => ({ ...now, areDrawingsVisible: false }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(there.saves()).toBe(0)
  })

  test('waits while a crop is being chosen', async () => {
    const there = server()
    const { store } = desk(there)
    store.set((now) => ({ ...now, tool: 'crop' }))
    store.adjust(image, withViewport({ zoom: 2 }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(there.saves()).toBe(0)
    store.set((now) => ({ ...now, tool: 'pan' }))
    await vi.advanceTimersByTimeAsync(2600)
    expect(there.kept().viewportState['4']?.zoom).toBe(2)
  })

  test('what was drawn before a crop is begun does not wait for its end', async () => {
    const there = server()
    const { store } = desk(there)
    store.commit(image, withDrawing(arrow(1)))
    store.set((now) => ({ ...now, tool: 'crop' }))
    await vi.advanceTimersByTimeAsync(1)
    expect(there.kept().toolState['4']?.drawings).toHaveLength(1)
  })

  test('a failure is told, what was drawn is kept, and it is tried again', async () => {
    const there = server()
    const { store, saver, work } = desk(there)
    there.goDown(true)
    store.commit(image, withDrawing(arrow(1)))
    await vi.advanceTimersByTimeAsync(2600)
    expect(saver.state.get().kind).toBe('failed')
    expect(saver.wouldLose()).toBe(true)
    expect(work()?.mine.toolState['4']?.drawings).toHaveLength(1)
    there.goDown(false)
    await vi.advanceTimersByTimeAsync(5100)
    expect(saver.state.get().kind).toBe('saved')
    expect(work()).toBeUndefined()
    expect(there.kept().toolState['4']?.drawings).toEqual([arrow(1)])
  })

  test('what is left when the viewer is closed is saved at once', async () => {
    const there = server()
    const { store, saver } = desk(there)
    store.commit(image, withDrawing(arrow(1)))
    saver.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(there.kept().toolState['4']?.drawings).toEqual([arrow(1)])
  })
})

describe('two people on one study', () => {
  test('find the drawings of both', async () => {
    const there = server()
    const [here, elsewhere] = [desk(there), desk(there)]
    here.store.commit(image, withDrawing(arrow(1)))
    elsewhere.store.commit(image, withDrawing(arrow(2)))
    await here.saver.saveNow()
    await elsewhere.saver.saveNow()
    expect(drawn(elsewhere.store)).toEqual([1, 2])
    expect(elsewhere.onMerged).toHaveBeenCalledOnce()
    expect(there.kept().toolState['4']?.drawings).toEqual([arrow(1), arrow(2)])
    await here.saver.refresh()
    expect(drawn(here.store)).toEqual([1, 2])
  })

  test('one deletes, the other draws', async () => {
    const there = server()
    const first = desk(there)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = desk(there)
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    second.store.commit(image, withDrawing(arrow(2)))
    await second.saver.saveNow()
    expect(drawn(second.store)).toEqual([2])
  })

  test('a drawing that one deletes while the other changes it stays', async () => {
    const there = server()
    const first = desk(there)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = desk(there)
    second.store.commit(image, withDrawing(arrow(1, 9)))
    await second.saver.saveNow()
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    expect(there.kept().toolState['4']?.drawings).toEqual([arrow(1, 9)])
  })

  test('undo takes back what one has done oneself, and nothing else', async () => {
    const there = server()
    const [here, elsewhere] = [desk(there), desk(there)]
    here.store.commit(image, withDrawing(arrow(1)))
    elsewhere.store.commit(image, withDrawing(arrow(2)))
    await here.saver.saveNow()
    await elsewhere.saver.saveNow()
    elsewhere.store.undo()
    expect(drawn(elsewhere.store)).toEqual([1])
    elsewhere.store.redo()
    expect(drawn(elsewhere.store)).toEqual([1, 2])
  })
})
