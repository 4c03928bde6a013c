import type { Drawing, ImageId, PatientPosition } from '@talus/contract'
import { expect, test } from 'vitest'
import { createViewerStore, withDrawing } from '../viewer/core/store/viewer-store.ts'
import { createStackHistory } from './stack-history.ts'

const image = 1 as ImageId

function open() {
  const store = createViewerStore({
    grid: { rows: 1, columns: 1, cells: [], active: 0 },
    tool: 'length',
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })
  const history = createStackHistory(store)
  let position: PatientPosition | null = null
  const set = (actual: PatientPosition | null) => {
    position = actual
  }
  const draw = (id: string) => {
    const drawing: Drawing = { id, tool: 'length', steps: [] }
    store.commit(image, withDrawing(drawing))
  }
  return {
    history,
    draw,
    correct: (actual: PatientPosition | null) => {
      history.record({ before: position, after: actual, correct: set })
      set(actual)
    },
    read: () => [
      store
        .viewState(image)
        .drawings.map(({ id }) => id)
        .join(''),
      position,
    ],
  }
}

test('undo takes back the last of drawings and corrections of the position', () => {
  const { history, draw, correct, read } = open()
  draw('a')
  correct('HFP')
  history.undo()
  expect(read()).toEqual(['a', null])
  history.redo()
  expect(read()).toEqual(['a', 'HFP'])
  draw('b')
  const seen = []
  for (const step of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
    history[step]()
    seen.push(read())
  }
  expect(seen).toEqual([
    ['a', 'HFP'],
    ['a', null],
    ['', null],
    ['a', null],
    ['a', 'HFP'],
    ['ab', 'HFP'],
  ])
})

test('a correction can be undone without any drawing', () => {
  const { history, correct, read } = open()
  expect(history.history.get()).toEqual({ canUndo: false, canRedo: false })
  correct('FFS')
  correct('FFP')
  expect(history.history.get()).toEqual({ canUndo: true, canRedo: false })
  history.undo()
  expect(read()).toEqual(['', 'FFS'])
  history.undo()
  expect(read()).toEqual(['', null])
  expect(history.history.get()).toEqual({ canUndo: false, canRedo: true })
})

test('a drawing after an undone correction is redone, and not the correction', () => {
  const { history, draw, correct, read } = open()
  correct('HFP')
  history.undo()
  draw('a')
  history.undo()
  history.redo()
  expect(read()).toEqual(['a', null])
})
