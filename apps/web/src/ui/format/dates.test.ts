import { expect, test } from 'vitest'
import {
  completeTypedDay,
  findOtherZone,
  formatDateTime,
  formatDay,
  formatTypedDay,
  isDay,
  parseAge,
  subtractMonths,
} from './dates.ts'

test('an instant is formatted in the time zone of the clinic', () => {
  expect(formatDateTime('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08 22:05')
  expect(formatDateTime('2026-03-09T23:05:00.000Z', 'Europe/Paris')).toBe('2026-03-10 00:05')
  expect(formatDay('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08')
})

test('a zone is named only if its clocks differ from those of the browser', () => {
  const now = new Date('2026-03-09T02:05:00.000Z')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(findOtherZone(own, now)).toBeUndefined()
  expect(findOtherZone('America/St_Johns', now)).toBe('America/St Johns')
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

test('a typed day with single digits keeps its month and day', () => {
  expect(formatTypedDay('2020-1-')).toBe('2020-01')
  expect(formatTypedDay('2020-1-5')).toBe('2020-01-5')
  expect(completeTypedDay(formatTypedDay('2020-1-5'))).toBe('2020-01-05')
  expect(completeTypedDay(formatTypedDay('2020/1/15'))).toBe('2020-01-15')
  expect(completeTypedDay('2020-01')).toBe('2020-01')
})

test('an age gives the day of birth', () => {
  expect(parseAge('3y 2m', '2026-11-17')).toBe('2023-09-17')
  expect(parseAge('3 ans', '2026-11-17')).toBe('2023-11-17')
  expect(parseAge('2 ans et 6 mois', '2026-11-17')).toBe('2024-05-17')
  expect(parseAge('10 weeks', '2026-11-17')).toBe('2026-09-08')
  expect(parseAge('8 sem.', '2026-11-17')).toBe('2026-09-22')
  for (const text of ['', '3', '2020-01-05', '200y', 'old', '3 kg'])
    expect([text, parseAge(text, '2026-11-17')]).toEqual([text, undefined])
})
