import { expect, test } from 'vitest'
import { formatDateTime, formatDay, isDay, subtractMonths, formatTypedDay } from './dates.ts'

test('an instant is formatted in the time zone of the clinic', () => {
  expect(formatDateTime('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08 22:05')
  expect(formatDateTime('2026-03-09T23:05:00.000Z', 'Europe/Paris')).toBe('2026-03-10 00:05')
  expect(formatDay('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08')
})

test('subtracting months ends at the last day of a shorter month', () => {
  expect(subtractMonths('2026-11-15', 3)).toBe('2026-08-15')
  expect(subtractMonths('2026-05-31', 3)).toBe('2026-02-28')
  expect(subtractMonths('2026-01-31', 3)).toBe('2025-10-31')
})

test('only an existing calendar day is a valid day', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const text of ['2026-02-30', '2026-2-3', '2026-13-01', '', '2026-02'])
    expect(isDay(text)).toBe(false)
})

test('typed digits are formatted as a day', () => {
  expect(formatTypedDay('2026')).toBe('2026')
  expect(formatTypedDay('20260')).toBe('2026-0')
  expect(formatTypedDay('20260309')).toBe('2026-03-09')
  expect(formatTypedDay('2026.03.09')).toBe('2026-03-09')
  expect(formatTypedDay('2026-03-')).toBe('2026-03')
})
