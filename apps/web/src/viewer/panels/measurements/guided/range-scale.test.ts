import { expect, test } from 'vitest'
import { rangeScale } from './range-scale.ts'

test('a value within lies between the ends of the range, one outside beyond them', () => {
  const range = { low: 8.5, high: 10.5 }
  const [inside, above, below] = [9.6, 13, 5].map((value) => rangeScale(range, value))
  expect(inside?.at).toBeGreaterThan(inside?.from ?? 1)
  expect(inside?.at).toBeLessThan(inside?.to ?? 0)
  expect(above?.at).toBeGreaterThan(above?.to ?? 1)
  expect(below?.at).toBeLessThan(below?.from ?? 0)
})

test.each([0.1, 9.6, 60])('everything is on the line, for %d', (value) => {
  for (const range of [{ low: 8.5, high: 10.5 }, { low: 105 }, { high: 0.3 }]) {
    const scale = rangeScale(range, value)
    for (const share of [scale?.from, scale?.to, scale?.at]) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  }
})

test('an open end reaches the edge; without limits there is no line', () => {
  expect(rangeScale({ low: 105 }, 101)?.to).toBe(1)
  expect(rangeScale({ high: 0.3 }, 0.5)?.from).toBe(0)
  expect(rangeScale({}, 3)).toBeUndefined()
})
