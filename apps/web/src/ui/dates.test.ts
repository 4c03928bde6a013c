import { expect, test } from 'vitest'
import { dateTime, day, isDay, monthsBefore, typedDay } from './dates.ts'

test('an instant is shown as the clinic’s clock shows it', () => {
  expect(dateTime('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08 22:05')
  expect(dateTime('2026-03-09T23:05:00.000Z', 'Europe/Paris')).toBe('2026-03-10 00:05')
  expect(day('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08')
})

test('months before a day end at the last day of a shorter month', () => {
  expect(monthsBefore('2026-11-15', 3)).toBe('2026-08-15')
  expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28')
  expect(monthsBefore('2026-01-31', 3)).toBe('2025-10-31')
})

test('only days of the calendar are days', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const text of ['2026-02-30', '2026-2-3', '2026-13-01', '', '2026-02'])
    expect(isDay(text)).toBe(false)
})

test('digits become a day while they are typed', () => {
  expect(typedDay('2026')).toBe('2026')
  expect(typedDay('20260')).toBe('2026-0')
  expect(typedDay('20260309')).toBe('2026-03-09')
  expect(typedDay('2026.03.09')).toBe('2026-03-09')
  expect(typedDay('2026-03-')).toBe('2026-03')
})
