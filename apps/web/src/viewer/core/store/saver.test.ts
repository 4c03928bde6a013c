import { ImageId, defaultViewport } from '@talus/contract'
import type { Drawing, SavedViewerState } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGrid } from '../grid/grid.ts'
import { fromSaved } from './saved-state.ts'
import { createSaver } from './saver.ts'
import { createAuthors } from './authors.ts'
import type { OnMerged, ViewerStateApi } from './saver.ts'
import type { UnsavedState } from './draft-storage.ts'
import { createViewerStore, withDrawing, withoutDrawing, withViewport } from './viewer-store.ts'

const image = ImageId.parse(4)
const conflict = new Error('conflict')

const arrow = (number: number, x = number): Drawing => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  tool: 'arrow',
  steps: [{ step: 1, handles: { start: { x, y: 1 }, end: { x: 20, y: 20 } } }],
})

const emptyState: SavedViewerState = {
  viewportState: {},
  cropState: {},
  toolState: {},
  authors: {},
  version: 0,
}

/** A server with one study that rejects a save from an older version. */
function createServer() {
  let kept = emptyState
  let saves = 0
  let isDown = false
  let loads = 0
  let failedLoads = 0
  const stateApi: ViewerStateApi = {
    load: () => {
      loads += 1
      if (loads <= failedLoads) return Promise.reject(new Error('down'))
      return Promise.resolve(structuredClone(kept))
    },
    save: (state) => {
      saves += 1
      if (isDown) return Promise.reject(new Error('down'))
      if (state.version !== kept.version) return Promise.reject(conflict)
      kept = structuredClone({ ...kept, ...state, version: kept.version + 1 })
      return Promise.resolve({ version: kept.version, authors: kept.authors })
    },
  }
  return {
    stateApi,
    kept: () => kept,
    saves: () => saves,
    loads: () => loads,
    failLoads: (count: number) => {
      failedLoads = loads + count
    },
    goDown: (down: boolean) => {
      isDown = down
    },
  }
}

/** A browser tab that shows the study. */
function openTab({ stateApi, kept }: ReturnType<typeof createServer>) {
  let unsaved: UnsavedState | undefined
  const store = createViewerStore({
    grid: createGrid([image]),
    tool: 'windowLevel',
    views: fromSaved(kept(), [image]),
    areDrawingsVisible: true,
    selected: undefined,
  })
  const onMerged = vi.fn<OnMerged>()
  const saver = createSaver({
    store,
    stateApi,
    viewIds: () => [image],
    base: kept(),
    authors: createAuthors(kept()),
    drafts: {
      read: () => unsaved,
      write: (next) => {
        unsaved = next
      },
    },
    onMerged,
    isConflict: (error) => error === conflict,
  })
  return { store, saver, onMerged, unsaved: () => unsaved }
}

const listDrawn = (store: ReturnType<typeof openTab>['store']) =>
  store.viewState(image).drawings.map(({ id }) => Number(id.at(-1)))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('saving', () => {
  test('changes are saved at most once in 2.5 seconds, with the last change', async () => {
    const api = createServer()
    const { store, saver } = openTab(api)
    for (const zoom of [1, 2, 3]) store.adjust(image, withViewport({ zoom }))
    expect(saver.state.get().kind).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(2400)
    expect(api.saves()).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(api.saves()).toBe(1)
    expect(api.kept().viewportState['4']).toEqual({ ...defaultViewport, zoom: 3 })
    expect(saver.state.get().kind).toBe('saved')
  })

  test('nothing is saved if nothing has changed', async () => {
    const api = createServer()
    const { store } = openTab(api)
    store.adjust(image, withViewport({ zoom: 2 }))
    store.adjust(image, withViewport({ zoom: null }))
    store.set((now) => ({ ...now, areDrawingsVisible: false }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(api.saves()).toBe(0)
  })

  test('saving waits while a crop is being drawn', async () => {
    const api = createServer()
    const { store } = openTab(api)
    store.set((now) => ({ ...now, tool: 'crop' }))
    store.adjust(image, withViewport({ zoom: 2 }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(api.saves()).toBe(0)
    store.set((now) => ({ ...now, tool: 'pan' }))
    await vi.advanceTimersByTimeAsync(2600)
    expect(api.kept().viewportState['4']?.zoom).toBe(2)
  })

  test('drawings from before a crop are saved when the crop starts', async () => {
    const api = createServer()
    const { store } = openTab(api)
    store.commit(image, withDrawing(arrow(1)))
    store.set((now) => ({ ...now, tool: 'crop' }))
    await vi.advanceTimersByTimeAsync(1)
    expect(api.kept().toolState['4']?.drawings).toHaveLength(1)
  })

  test('a failed save is reported, stored as a draft and retried', async () => {
    const api = createServer()
    const { store, saver, unsaved } = openTab(api)
    api.goDown(true)
    store.commit(image, withDrawing(arrow(1)))
    await vi.advanceTimersByTimeAsync(2600)
    expect(saver.state.get().kind).toBe('failed')
    expect(saver.wouldLoseChanges()).toBe(true)
    expect(unsaved()?.mine.toolState['4']?.drawings).toHaveLength(1)
    api.goDown(false)
    await vi.advanceTimersByTimeAsync(5100)
    expect(saver.state.get().kind).toBe('saved')
    expect(unsaved()).toBeUndefined()
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1)])
  })

  test('unsaved changes are saved at once when the viewer closes', async () => {
    const api = createServer()
    const { store, saver } = openTab(api)
    store.commit(image, withDrawing(arrow(1)))
    saver.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1)])
  })
})

describe('two users on one study', () => {
  test('two users on one study see the drawings of both', async () => {
    const api = createServer()
    const [first, second] = [openTab(api), openTab(api)]
    first.store.commit(image, withDrawing(arrow(1)))
    second.store.commit(image, withDrawing(arrow(2)))
    await first.saver.saveNow()
    await second.saver.saveNow()
    expect(listDrawn(second.store)).toEqual([1, 2])
    expect(second.onMerged).toHaveBeenCalledOnce()
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1), arrow(2)])
    await first.saver.refresh()
    expect(listDrawn(first.store)).toEqual([1, 2])
  })

  test('one user deletes a drawing while the other draws', async () => {
    const api = createServer()
    const first = openTab(api)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = openTab(api)
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    second.store.commit(image, withDrawing(arrow(2)))
    await second.saver.saveNow()
    expect(listDrawn(second.store)).toEqual([2])
  })

  test('a drawing that one user deletes while the other changes it is kept', async () => {
    const api = createServer()
    const first = openTab(api)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = openTab(api)
    second.store.commit(image, withDrawing(arrow(1, 9)))
    await second.saver.saveNow()
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1, 9)])
  })

  test('a change does not bring back a drawing that another user has deleted; undo does', async () => {
    const api = createServer()
    const first = openTab(api)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = openTab(api)
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    second.store.commit(image, withDrawing(arrow(1, 9)))
    await second.saver.saveNow()
    expect(listDrawn(second.store)).toEqual([])
    expect(api.kept().toolState['4']).toBeUndefined()
    expect(second.onMerged.mock.calls).toMatchObject([[[{ drawings: [arrow(1, 9)] }]]])
    second.store.undo()
    expect(second.store.viewState(image).drawings).toEqual([arrow(1, 9)])
  })

  test('a drawing that both change is shown as saved first; the other version is not lost', async () => {
    const api = createServer()
    const first = openTab(api)
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    const second = openTab(api)
    first.store.commit(image, withDrawing(arrow(1, 7)))
    second.store.commit(image, withDrawing(arrow(1, 9)))
    await first.saver.saveNow()
    await second.saver.saveNow()
    expect(second.store.viewState(image).drawings).toEqual([arrow(1, 7)])
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1, 7)])
    const [conflict] = second.onMerged.mock.calls[0]?.[0] ?? []
    conflict?.takeMine()
    expect(second.store.viewState(image).drawings).toEqual([arrow(1, 9)])
    await second.saver.saveNow()
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1, 9)])
  })

  test('undo does not overwrite what another user has changed since', async () => {
    const api = createServer()
    const first = openTab(api)
    first.store.commit(image, withDrawing(arrow(1)))
    first.store.commit(image, withDrawing(arrow(1, 5)))
    await first.saver.saveNow()
    const second = openTab(api)
    second.store.commit(image, withDrawing(arrow(1, 9)))
    await second.saver.saveNow()
    await first.saver.refresh()
    first.store.undo()
    expect(first.store.viewState(image).drawings).toEqual([arrow(1, 9)])
  })

  test('a reported version shows the drawings and deletions of another user', async () => {
    const api = createServer()
    const [first, second] = [openTab(api), openTab(api)]
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    await second.saver.refresh(api.kept().version)
    expect(listDrawn(second.store)).toEqual([1])
    second.store.set((now) => ({ ...now, selected: { viewId: image, drawingId: arrow(1).id } }))
    first.store.commit(image, withoutDrawing(arrow(1).id))
    await first.saver.saveNow()
    await second.saver.refresh(api.kept().version)
    expect([listDrawn(second.store), second.store.get().selected]).toEqual([[], undefined])
    expect(second.saver.state.get().kind).toBe('saved')
    const loads = api.loads()
    await first.saver.refresh(api.kept().version)
    expect(api.loads()).toBe(loads)
  })

  test('a version that is reported during a drag is shown when the drag is over', async () => {
    const api = createServer()
    const [first, second] = [openTab(api), openTab(api)]
    const before = second.store.viewState(image)
    second.store.adjust(image, withDrawing(arrow(2)))
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    await second.saver.refresh(api.kept().version)
    expect([listDrawn(second.store), api.loads()]).toEqual([[2], 0])
    // Escape leaves the drawings as they were, so nothing is saved that would merge both.
    second.store.adjust(image, () => before)
    await vi.advanceTimersByTimeAsync(0)
    expect(listDrawn(second.store)).toEqual([1])
  })

  test('changes of another user that cannot be loaded are tried again after a pause', async () => {
    const api = createServer()
    const [first, second] = [openTab(api), openTab(api)]
    first.store.commit(image, withDrawing(arrow(1)))
    await first.saver.saveNow()
    api.failLoads(1)
    await second.saver.refresh(api.kept().version)
    expect([listDrawn(second.store), api.loads()]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(5000)
    expect([listDrawn(second.store), api.loads()]).toEqual([[1], 2])
  })

  test('nothing is saved in the middle of a drag', async () => {
    const api = createServer()
    const { store } = openTab(api)
    const before = store.viewState(image)
    store.adjust(image, withDrawing(arrow(1)))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(api.saves()).toBe(0)
    store.commit(image, (now) => now, before)
    await vi.advanceTimersByTimeAsync(2600)
    expect(api.kept().toolState['4']?.drawings).toEqual([arrow(1)])
  })

  test("undo reverts only the user's own changes", async () => {
    const api = createServer()
    const [first, second] = [openTab(api), openTab(api)]
    first.store.commit(image, withDrawing(arrow(1)))
    second.store.commit(image, withDrawing(arrow(2)))
    await first.saver.saveNow()
    await second.saver.saveNow()
    second.store.undo()
    expect(listDrawn(second.store)).toEqual([1])
    second.store.redo()
    expect(listDrawn(second.store)).toEqual([1, 2])
  })
})
