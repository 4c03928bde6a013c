import { expect, test } from 'vitest'
import { axisEnd, labelStep, rateOf, withEmptyMonths } from './rates.ts'

const share = (month: string, exposures = 10, rejected = 1) => ({ month, exposures, rejected })

test('nothing exposed is nothing rejected', () => {
  expect(rateOf({ exposures: 0, rejected: 0 })).toBe(0)
  expect(rateOf({ exposures: 8, rejected: 2 })).toBe(0.25)
})

test('months without an exposure stand between the others', () => {
  expect(withEmptyMonths([share('2025-11'), share('2026-02')])).toEqual([
    share('2025-11'),
    share('2025-12', 0, 0),
    share('2026-01', 0, 0),
    share('2026-02'),
  ])
  expect(withEmptyMonths([])).toEqual([])
  const farApart = [share('1925-01'), share('2026-02')]
  expect(withEmptyMonths(farApart)).toBe(farApart)
})

test('an axis ends at a round number above all rates', () => {
  expect(axisEnd([])).toBe(0.1)
  expect(axisEnd([0.02, 0.1])).toBe(0.1)
  expect(axisEnd([0.11])).toBe(0.2)
  expect(axisEnd([0.3, 0.95])).toBe(1)
})

test('labels are left out where they would touch', () => {
  expect(labelStep(3, 400, 56)).toBe(1)
  expect(labelStep(24, 400, 56)).toBe(4)
})
