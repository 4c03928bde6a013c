import { defaultViewport } from '@talus/contract'
import type { Drawing } from '@talus/contract'
import { expect, test } from 'vitest'
import { applyChange } from './history.ts'
import { initialViewState } from './viewer-store.ts'

const createLine = (id: string, x: number): Drawing => ({
  id,
  tool: 'length',
  steps: [{ step: 1, handles: { start: { x: 0, y: 0 }, end: { x, y: 0 } } }],
})

test('undo of a drawing keeps a later zoom', () => {
  const after = { ...initialViewState, drawings: [createLine('a', 5)] }
  const now = { ...after, viewport: { ...defaultViewport, zoom: 3 } }
  const undone = applyChange(now, after, initialViewState)
  expect(undone.drawings).toEqual([])
  expect(undone.viewport.zoom).toBe(3)
})

test('undo of an inversion keeps a later pan', () => {
  const after = { ...initialViewState, viewport: { ...defaultViewport, invert: true } }
  const now = { ...after, viewport: { ...after.viewport, pan: { x: 4, y: 0 } } }
  const undone = applyChange(now, after, initialViewState)
  expect(undone.viewport).toEqual({ ...defaultViewport, pan: { x: 4, y: 0 } })
})

test('undo keeps a drawing that another user added meanwhile', () => {
  const mine = createLine('mine', 5)
  const theirs = createLine('theirs', 7)
  const after = { ...initialViewState, drawings: [mine] }
  const undone = applyChange({ ...after, drawings: [mine, theirs] }, after, initialViewState)
  expect(undone.drawings).toEqual([theirs])
  const redone = applyChange(undone, initialViewState, after)
  expect(redone.drawings).toEqual([theirs, mine])
})

test('undo of a move or a removal restores the order of the drawings', () => {
  const before = { ...initialViewState, drawings: [createLine('a', 5), createLine('b', 6)] }
  const [a, b] = before.drawings
  const moved = createLine('a', 50)
  const after = { ...before, drawings: [moved, ...(b ? [b] : [])] }
  expect(applyChange(after, after, before).drawings).toEqual([a, b])
  const removed = { ...before, drawings: b ? [b] : [] }
  expect(applyChange(removed, removed, before).drawings).toEqual([a, b])
})

test('undo of a removal of several drawings restores their order among later ones', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => createLine(id, 5))
  const all = [a, b, c, d].filter((one) => one !== undefined)
  const before = { ...initialViewState, drawings: all }
  const after = { ...initialViewState, drawings: all.filter((one) => one === c) }
  const since = createLine('since', 9)
  const now = { ...after, drawings: [...after.drawings, since] }
  expect(applyChange(now, after, before).drawings).toEqual([a, b, c, since, d])
})
