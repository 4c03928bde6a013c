import { expect, test } from 'vitest'
import { chosenOf, placeAfter, toggled, withRange } from './selection.ts'

test('a press chooses, another takes it back', () => {
  const one = toggled(new Set<number>(), 3)
  expect([...one]).toEqual([3])
  expect([...toggled(one, 3)]).toEqual([])
})

test('Shift takes everything between, whichever comes first', () => {
  const ids = [5, 4, 9, 1]
  expect(chosenOf(ids, withRange(new Set([5]), ids, 1, 4))).toEqual([5, 4, 9, 1])
  expect(chosenOf(ids, withRange(new Set<number>(), ids, 4, 9))).toEqual([4, 9])
})

test('one that has gone is no end of a range, and is not sent', () => {
  const chosen = new Set([5, 77])
  expect(withRange(chosen, [5, 4], 77, 4)).toBe(chosen)
  expect(chosenOf([5, 4], chosen)).toEqual([5])
})

/** Lines of three, the last one shorter. */
const boxes = Array.from({ length: 8 }, (_box, place) => ({
  left: (place % 3) * 100,
  top: Math.floor(place / 3) * 120,
}))

test('arrows go along a line and from line to line, and stay at the edges', () => {
  expect(placeAfter('ArrowRight', 2, boxes)).toBe(3)
  expect(placeAfter('ArrowLeft', 0, boxes)).toBe(0)
  expect(placeAfter('ArrowDown', 1, boxes)).toBe(4)
  expect(placeAfter('ArrowDown', 5, boxes)).toBe(7)
  expect(placeAfter('ArrowDown', 7, boxes)).toBe(7)
  expect(placeAfter('ArrowUp', 7, boxes)).toBe(4)
  expect(placeAfter('ArrowUp', 1, boxes)).toBe(1)
  expect(placeAfter('Home', 5, boxes)).toBe(0)
  expect(placeAfter('End', 5, boxes)).toBe(7)
  expect(placeAfter('a', 5, boxes)).toBeUndefined()
})
