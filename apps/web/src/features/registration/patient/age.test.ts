import { expect, test } from 'vitest'
import { computeAge } from './age.ts'

test('a year of age is complete on the birthday, not before', () => {
  expect(computeAge('2020-03-10', '2026-03-09')).toEqual({ unit: 'years', count: 5 })
  expect(computeAge('2020-03-10', '2026-03-10')).toEqual({ unit: 'years', count: 6 })
})

test('gives the age below two years in months and below one month in days', () => {
  expect(computeAge('2024-09-09', '2026-03-09')).toEqual({ unit: 'months', count: 18 })
  expect(computeAge('2026-02-10', '2026-03-09')).toEqual({ unit: 'days', count: 27 })
  expect(computeAge('2026-03-09', '2026-03-09')).toEqual({ unit: 'days', count: 0 })
})

test('returns no age for a birth date in the future', () => {
  expect(computeAge('2026-03-10', '2026-03-09')).toBeUndefined()
})
