import { expect, test } from 'vitest'
import { filterChosen, findNextIndex, toggleId, addRange } from './selection.ts'

test('selects an image, and deselects it when toggled again', () => {
  const one = toggleId(new Set<number>(), 3)
  expect([...one]).toEqual([3])
  expect([...toggleId(one, 3)]).toEqual([])
})

test('selects a range in either direction, both ends included', () => {
  const ids = [5, 4, 9, 1]
  expect(filterChosen(ids, addRange(new Set([5]), ids, 1, 4))).toEqual([5, 4, 9, 1])
  expect(filterChosen(ids, addRange(new Set<number>(), ids, 4, 9))).toEqual([4, 9])
})

test('ignores an image that is no longer in the study, as end of a range and as selection', () => {
  const chosen = new Set([5, 77])
  expect(addRange(chosen, [5, 4], 77, 4)).toBe(chosen)
  expect(filterChosen([5, 4], chosen)).toEqual([5])
})

/** Rows of three; the last row is shorter. */
const boxes = Array.from({ length: 8 }, (_box, index) => ({
  left: (index % 3) * 100,
  top: Math.floor(index / 3) * 120,
}))

test('arrow keys move within a row and between rows, and stop at the edges', () => {
  expect(findNextIndex('ArrowRight', 2, boxes)).toBe(3)
  expect(findNextIndex('ArrowLeft', 0, boxes)).toBe(0)
  expect(findNextIndex('ArrowDown', 1, boxes)).toBe(4)
  expect(findNextIndex('ArrowDown', 5, boxes)).toBe(7)
  expect(findNextIndex('ArrowDown', 7, boxes)).toBe(7)
  expect(findNextIndex('ArrowUp', 7, boxes)).toBe(4)
  expect(findNextIndex('ArrowUp', 1, boxes)).toBe(1)
  expect(findNextIndex('Home', 5, boxes)).toBe(0)
  expect(findNextIndex('End', 5, boxes)).toBe(7)
  expect(findNextIndex('a', 5, boxes)).toBeUndefined()
})
