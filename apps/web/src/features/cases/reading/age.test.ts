import { expect, test } from 'vitest'
import { computeAge } from './age.ts'

test.each([
  ['2020-03-09', '2026-03-09', { years: 6, months: 0, days: 0 }],
  ['2020-03-09', '2026-03-08', { years: 5, months: 11, days: 27 }],
  ['2026-01-31', '2026-03-01', { years: 0, months: 1, days: 1 }],
  ['2024-02-29', '2025-02-28', { years: 0, months: 11, days: 30 }],
  ['2026-03-09', '2026-03-09', { years: 0, months: 0, days: 0 }],
])('an animal born on %s has its age on %s', (born, today, age) => {
  expect(computeAge(born, today)).toEqual(age)
})

test('a birth date in the future has no age', () => {
  expect(computeAge('2026-03-10', '2026-03-09')).toBeUndefined()
})
