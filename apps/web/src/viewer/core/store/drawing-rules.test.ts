import { ImageId } from '@talus/contract'
import type { Drawing } from '@talus/contract'
import { expect, test, vi } from 'vitest'
import { createGrid } from '../grid/grid.ts'
import type { DrawingRules } from './drawing-rules.ts'
import { createViewerStore, withDrawing, withoutDrawing } from './viewer-store.ts'

const image = ImageId.parse(4)
const line = (id: string, x = 5, tool: Drawing['tool'] = 'length'): Drawing => ({
  id,
  tool,
  steps: [{ step: 1, handles: { start: { x: 0, y: 0 }, end: { x, y: 0 } } }],
})

/** A view with an own line and one of another user, and a VHS that the user may not change. */
function openStore(answer: boolean) {
  const ask = vi.fn<DrawingRules['ask']>().mockResolvedValue(answer)
  const onForeignChange = vi.fn<DrawingRules['onForeignChange']>()
  const onRefused = vi.fn<() => void>()
  const drawings = [line('mine'), line('theirs'), line('score', 5, 'vhs')]
  const store = createViewerStore(
    {
      grid: createGrid([image]),
      tool: 'windowLevel',
      views: new Map(),
      areDrawingsVisible: true,
      selected: undefined,
    },
    {
      mayChange: ({ tool }) => tool !== 'vhs',
      isForeign: (_, { id }) => id === 'theirs',
      ask,
      onForeignChange,
      onRefused,
    },
  )
  store.set((now) => ({
    ...now,
    views: new Map([[image, { ...store.viewState(image), drawings }]]),
  }))
  const list = () =>
    store.viewState(image).drawings.map(({ id, steps }) => `${id} ${steps[0]?.handles.end?.x}`)
  return { store, ask, onForeignChange, onRefused, list }
}
const settle = () => Promise.resolve().then(() => undefined)

test('an own drawing is changed and deleted without a question', () => {
  const { store, ask, list } = openStore(true)
  store.commit(image, withDrawing(line('mine', 9)))
  expect(list()).toEqual(['mine 9', 'theirs 5', 'score 5'])
  store.commit(image, withoutDrawing('mine'))
  expect(list()).toEqual(['theirs 5', 'score 5'])
  expect(ask).not.toHaveBeenCalled()
})

test('a drawing of another user is deleted when the user agrees, and the undo brings it back', async () => {
  const { store, ask, onForeignChange, list } = openStore(true)
  store.commit(image, withoutDrawing('theirs'))
  // Nothing is deleted, and so nothing can be saved, before the answer.
  expect(list()).toEqual(['mine 5', 'theirs 5', 'score 5'])
  await settle()
  expect(list()).toEqual(['mine 5', 'score 5'])
  expect(ask.mock.calls).toMatchObject([[[{ before: line('theirs'), after: undefined }]]])
  const undo = onForeignChange.mock.calls[0]?.[1]
  store.commit(image, withDrawing(line('more')))
  undo?.()
  expect(list()).toEqual(['mine 5', 'theirs 5', 'score 5', 'more 5'])
})

test('a refused question leaves the drawing of the other user, and keeps the own change', async () => {
  const { store, onForeignChange, list } = openStore(false)
  const before = store.viewState(image)
  // As the eraser does, which deletes several drawings in one stroke.
  store.adjust(image, withoutDrawing('mine'))
  store.adjust(image, withoutDrawing('theirs'))
  store.commit(image, (now) => now, before)
  await settle()
  expect(list()).toEqual(['theirs 5', 'score 5'])
  expect(onForeignChange).not.toHaveBeenCalled()
})

test('a drag of another user’s drawing asks once; a deletion always asks', async () => {
  const { store, ask, list } = openStore(true)
  for (const x of [7, 8]) {
    const before = store.viewState(image)
    store.adjust(image, withDrawing(line('theirs', x)))
    store.commit(image, (now) => now, before)
    await settle()
    expect(list()[1]).toBe(`theirs ${x}`)
  }
  expect(ask).toHaveBeenCalledTimes(1)
  store.commit(image, withoutDrawing('theirs'))
  await settle()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('moving the label of another user’s drawing does not ask', () => {
  const { store, ask } = openStore(true)
  const [step] = line('theirs').steps
  const handles = { ...step?.handles, textBox: { x: 3, y: 3 } }
  store.commit(image, withDrawing({ ...line('theirs'), steps: [{ step: 1, handles }] }))
  expect(ask).not.toHaveBeenCalled()
})

test('a measurement that the user may not change stays, and the rest of the change is made', () => {
  const { store, ask, onRefused, list } = openStore(true)
  store.commit(image, (now) => ({
    ...now,
    drawings: now.drawings.filter(({ id }) => id === 'theirs'),
  }))
  expect(list()).toEqual(['theirs 5', 'score 5'])
  expect([onRefused.mock.calls.length, ask.mock.calls.length]).toEqual([1, 0])
})
