import { expect, test } from 'vitest'
import { ageOn } from './age.ts'

test('a year is full on the birthday, not before', () => {
  expect(ageOn('2020-03-10', '2026-03-09')).toEqual({ unit: 'years', count: 5 })
  expect(ageOn('2020-03-10', '2026-03-10')).toEqual({ unit: 'years', count: 6 })
})

test('the young are told in months, the very young in days', () => {
  expect(ageOn('2024-09-09', '2026-03-09')).toEqual({ unit: 'months', count: 18 })
  expect(ageOn('2026-02-10', '2026-03-09')).toEqual({ unit: 'days', count: 27 })
  expect(ageOn('2026-03-09', '2026-03-09')).toEqual({ unit: 'days', count: 0 })
})

test('nobody has an age before being born', () => {
  expect(ageOn('2026-03-10', '2026-03-09')).toBeUndefined()
})
