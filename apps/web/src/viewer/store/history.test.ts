import { plainViewport } from '@talus/contract'
import type { Drawing } from '@talus/contract'
import { expect, test } from 'vitest'
import { withChange } from './history.ts'
import { untouched } from './viewer-store.ts'

const line = (id: string, x: number): Drawing => ({
  id,
  tool: 'length',
  steps: [{ step: 1, handles: { start: { x: 0, y: 0 }, end: { x, y: 0 } } }],
})

test('undoing a drawing keeps the zoom that was made since', () => {
  const after = { ...untouched, drawings: [line('a', 5)] }
  const now = { ...after, viewport: { ...plainViewport, zoom: 3 } }
  const undone = withChange(now, after, untouched)
  expect(undone.drawings).toEqual([])
  expect(undone.viewport.zoom).toBe(3)
})

test('undoing an inversion keeps the pan that was made since', () => {
  const after = { ...untouched, viewport: { ...plainViewport, invert: true } }
  const now = { ...after, viewport: { ...after.viewport, pan: { x: 4, y: 0 } } }
  const undone = withChange(now, after, untouched)
  expect(undone.viewport).toEqual({ ...plainViewport, pan: { x: 4, y: 0 } })
})

test('undoing keeps a drawing that came from somebody else meanwhile', () => {
  const mine = line('mine', 5)
  const theirs = line('theirs', 7)
  const after = { ...untouched, drawings: [mine] }
  const undone = withChange({ ...after, drawings: [mine, theirs] }, after, untouched)
  expect(undone.drawings).toEqual([theirs])
  const redone = withChange(undone, untouched, after)
  expect(redone.drawings).toEqual([theirs, mine])
})

test('undoing a move puts a drawing back in its place, and so does undoing a removal', () => {
  const before = { ...untouched, drawings: [line('a', 5), line('b', 6)] }
  const [a, b] = before.drawings
  const moved = line('a', 50)
  const after = { ...before, drawings: [moved, ...(b ? [b] : [])] }
  expect(withChange(after, after, before).drawings).toEqual([a, b])
  const removed = { ...before, drawings: b ? [b] : [] }
  expect(withChange(removed, removed, before).drawings).toEqual([a, b])
})

test('several that were removed at once come back in their order, among what came since', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => line(id, 5))
  const all = [a, b, c, d].filter((one) => one !== undefined)
  const before = { ...untouched, drawings: all }
  const after = { ...untouched, drawings: all.filter((one) => one === c) }
  const since = line('since', 9)
  const now = { ...after, drawings: [...after.drawings, since] }
  expect(withChange(now, after, before).drawings).toEqual([a, b, c, since, d])
})
