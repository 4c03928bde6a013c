import { expect, test } from 'vitest'
import { computeAxisEnd, computeLabelStep, computeRate, fillMonths } from './rates.ts'

const share = (month: string, exposures = 10, rejected = 1) => ({ month, exposures, rejected })

test('the reject rate without exposures is zero', () => {
  expect(computeRate({ exposures: 0, rejected: 0 })).toBe(0)
  expect(computeRate({ exposures: 8, rejected: 2 })).toBe(0.25)
})

test('fills in the months without exposures', () => {
  expect(fillMonths([share('2025-11'), share('2026-02')])).toEqual([
    share('2025-11'),
    share('2025-12', 0, 0),
    share('2026-01', 0, 0),
    share('2026-02'),
  ])
  expect(fillMonths([])).toEqual([])
  const farApart = [share('1925-01'), share('2026-02')]
  expect(fillMonths(farApart)).toBe(farApart)
})

test('ends the axis at a round number above all rates', () => {
  expect(computeAxisEnd([])).toBe(0.1)
  expect(computeAxisEnd([0.02, 0.1])).toBe(0.1)
  expect(computeAxisEnd([0.11])).toBe(0.2)
  expect(computeAxisEnd([0.3, 0.95])).toBe(1)
})

test('omits labels that would overlap', () => {
  expect(computeLabelStep(3, 400, 56)).toBe(1)
  expect(computeLabelStep(24, 400, 56)).toBe(4)
})
