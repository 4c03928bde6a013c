import { expect, test } from 'vitest'
import { createRangeScale } from './range-scale.ts'

test('the range scale places values inside or outside of the range', () => {
  const range = { low: 8.5, high: 10.5 }
  const [inside, above, below] = [9.6, 13, 5].map((value) => createRangeScale(range, value))
  expect(inside?.at).toBeGreaterThan(inside?.from ?? 1)
  expect(inside?.at).toBeLessThan(inside?.to ?? 0)
  expect(above?.at).toBeGreaterThan(above?.to ?? 1)
  expect(below?.at).toBeLessThan(below?.from ?? 0)
})

test.each([0.1, 9.6, 60])('range and value %d are within the range scale', (value) => {
  for (const range of [{ low: 8.5, high: 10.5 }, { low: 105 }, { high: 0.3 }]) {
    const scale = createRangeScale(range, value)
    for (const share of [scale?.from, scale?.to, scale?.at]) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  }
})

test('an open range reaches the end of the scale; without limits there is no scale', () => {
  expect(createRangeScale({ low: 105 }, 101)?.to).toBe(1)
  expect(createRangeScale({ high: 0.3 }, 0.5)?.from).toBe(0)
  expect(createRangeScale({}, 3)).toBeUndefined()
})
