import { ImageId, UserId } from '@talus/contract'
import type { Drawing, SavedViewerState, ViewerState } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSession } from './viewer-session.ts'
import type { UnsavedState } from './store/draft-storage.ts'
import type { StateStorage } from './store/persistence.ts'
import type { OnMerged } from './store/saver.ts'
import { withDrawing } from './store/viewer-store.ts'
import { createMemorySource, emptyState } from './testing/memory-source.ts'

const first = ImageId.parse(1)
const arrow: Drawing = {
  id: '00000000-0000-4000-8000-000000000001',
  tool: 'arrow',
  steps: [{ step: 1, handles: { start: { x: 1, y: 1 }, end: { x: 9, y: 9 } } }],
}
const saved: SavedViewerState = {
  ...emptyState,
  toolState: { [String(first)]: { drawings: [arrow], calibration: null } },
  version: 3,
}

const callbacks = () => ({ onMerged: vi.fn<() => void>(), onRestored: vi.fn<() => void>() })

/** A server that accepts every save, and an empty tab storage. */
function createPersistence(state: SavedViewerState) {
  const saves: ViewerState[] = []
  let draft: UnsavedState | undefined
  const storage: StateStorage = {
    userId: UserId.parse(1),
    api: {
      load: () => Promise.resolve(state),
      save: (sent) => {
        saves.push(sent)
        return Promise.resolve({ version: sent.version + 1, authors: {} })
      },
    },
    drafts: {
      read: () => draft,
      write: (next) => {
        draft = next
      },
    },
  }
  return { state: { saved: state, storage }, saves }
}

const listeners: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  listeners.length = 0
  const listen = (type: string) => void listeners.push(type)
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: listen })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const settle = () => vi.advanceTimersByTimeAsync(5000)

describe('a viewer session without state', () => {
  test('shows the images of its source without any drawing', async () => {
    const session = openSession({ source: createMemorySource(2), ...callbacks() })
    await settle()
    expect(session.imageCache.getImage(first).get().pixels?.kind).toBe('grey')
    expect(session.store.viewState(first).drawings).toEqual([])
    session.close()
  })

  test('lets the user draw and undo, but saves nothing and needs no page events', async () => {
    const session = openSession({ source: createMemorySource(1), ...callbacks() })
    session.store.commit(first, withDrawing(arrow))
    await settle()
    expect(session.saver).toBeUndefined()
    expect(listeners).toEqual([])
    expect(session.store.viewState(first).drawings).toEqual([arrow])
    session.store.undo()
    expect(session.store.viewState(first).drawings).toEqual([])
    session.close()
  })
})

describe('a viewer session with a saved state and no storage', () => {
  test('shows the saved drawings, and a change is not saved', async () => {
    const session = openSession({
      source: createMemorySource(1),
      state: { saved },
      ...callbacks(),
    })
    expect(session.store.viewState(first).drawings).toEqual([arrow])
    session.store.commit(first, (now) => ({ ...now, drawings: [] }))
    await settle()
    expect(session.saver).toBeUndefined()
    expect(listeners).toEqual([])
    expect(session.store.viewState(first).drawings).toEqual([])
    session.close()
  })
})

describe('a viewer session with state', () => {
  test('shows the saved drawings and saves a change', async () => {
    const { state, saves } = createPersistence(saved)
    const session = openSession({
      source: createMemorySource(1),
      state,
      ...callbacks(),
    })
    expect(session.store.viewState(first).drawings).toEqual([arrow])
    expect(listeners).toContain('pagehide')
    session.store.commit(first, (now) => ({ ...now, drawings: [] }))
    await settle()
    expect(saves).toMatchObject([{ toolState: {}, version: 3 }])
    session.close()
  })

  test('restores a draft that was never saved and reports it', async () => {
    const { state, saves } = createPersistence(emptyState)
    state.storage.drafts.write({ base: emptyState, mine: { ...saved, version: 0 } })
    const events = callbacks()
    const session = openSession({ source: createMemorySource(1), state, ...events })
    expect(events.onRestored).toHaveBeenCalledOnce()
    expect(session.store.viewState(first).drawings).toEqual([arrow])
    await settle()
    expect(saves).toHaveLength(1)
    session.close()
  })

  test('of two versions of a drawing it shows the saved one, and undo shows the draft', async () => {
    const moved = (x: number): Drawing => ({
      ...arrow,
      steps: [{ step: 1, handles: { start: { x, y: 1 }, end: { x: 9, y: 9 } } }],
    })
    const withArrow = (drawing: Drawing, version: number): SavedViewerState => ({
      ...saved,
      toolState: { [String(first)]: { drawings: [drawing], calibration: null } },
      version,
    })
    const { state, saves } = createPersistence(withArrow(moved(5), 4))
    state.storage.drafts.write({ base: saved, mine: withArrow(moved(7), 3) })
    const onMerged = vi.fn<OnMerged>()
    const events = { ...callbacks(), onMerged }
    const session = openSession({ source: createMemorySource(1), state, ...events })
    expect(session.store.viewState(first).drawings).toEqual([moved(5)])
    expect(onMerged.mock.calls).toMatchObject([[[{ viewId: first }]]])
    await settle()
    expect(saves).toEqual([])
    session.store.undo()
    expect(session.store.viewState(first).drawings).toEqual([moved(7)])
    session.close()
  })

  test('does not save away the drawings of an image that is not shown', async () => {
    const hidden = { '9': { drawings: [arrow], calibration: null } }
    const { state, saves } = createPersistence({ ...saved, toolState: hidden })
    const session = openSession({ source: createMemorySource(1), state, ...callbacks() })
    await settle()
    expect(saves).toEqual([])
    expect(session.store.viewState(ImageId.parse(9)).drawings).toEqual([arrow])
    session.close()
  })
})
