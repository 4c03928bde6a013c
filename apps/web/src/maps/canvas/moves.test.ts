import { expect, test } from 'vitest'
import { moveBy } from './moves.ts'

const places = [
  { id: 'head', at: [0, 0] },
  { id: 'neck', at: [50, 20] },
  { id: 'leg', at: [60, 200] },
  { id: 'tail', at: [200, 10] },
] as const

test('an arrow goes to the nearest region on its way', () => {
  expect(moveBy(places, 'head', 'ArrowRight')).toBe('neck')
  expect(moveBy(places, 'neck', 'ArrowRight')).toBe('tail')
  expect(moveBy(places, 'tail', 'ArrowLeft')).toBe('neck')
  expect(moveBy(places, 'neck', 'ArrowDown')).toBe('leg')
  expect(moveBy(places, 'leg', 'ArrowUp')).toBe('neck')
})

test('where nothing lies ahead, it stays', () => {
  expect(moveBy(places, 'head', 'ArrowLeft')).toBeUndefined()
  expect(moveBy(places, 'leg', 'ArrowDown')).toBeUndefined()
})

test('Home and End go to the first and the last of the list, other keys nowhere', () => {
  expect(moveBy(places, 'leg', 'Home')).toBe('head')
  expect(moveBy(places, 'leg', 'End')).toBe('tail')
  expect(moveBy(places, 'leg', 'a')).toBeUndefined()
})
