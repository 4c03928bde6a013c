import { expect, test } from 'vitest'
import { getDayBounds } from './day-bounds.ts'
import { formatDay } from './format-day.ts'

const hours = ({ start, end }: { readonly start: string; readonly end: string }) =>
  (Date.parse(end) - Date.parse(start)) / 3_600_000

test('a day starts at midnight of its time zone', () => {
  expect(getDayBounds('America/Toronto', '2026-02-10')).toEqual({
    start: '2026-02-10T05:00:00.000Z',
    end: '2026-02-11T05:00:00.000Z',
  })
  expect(getDayBounds('Europe/Paris', '2026-07-14').start).toBe('2026-07-13T22:00:00.000Z')
  expect(getDayBounds('Asia/Kathmandu', '2026-07-14').start).toBe('2026-07-13T18:15:00.000Z')
  expect(getDayBounds('Pacific/Kiritimati', '2026-07-14').start).toBe('2026-07-13T10:00:00.000Z')
  expect(getDayBounds('Pacific/Pago_Pago', '2026-07-14').start).toBe('2026-07-14T11:00:00.000Z')
})

test('a day has 23 or 25 hours when clocks change', () => {
  expect(hours(getDayBounds('America/Toronto', '2026-03-08'))).toBe(23)
  expect(hours(getDayBounds('America/Toronto', '2026-11-01'))).toBe(25)
  expect(hours(getDayBounds('Australia/Lord_Howe', '2026-04-05'))).toBe(24.5)
})

test('a day whose midnight does not exist starts at one o’clock', () => {
  // Chile, Egypt and Lebanon move their clocks forward at midnight.
  for (const [zone, day, start] of [
    ['America/Santiago', '2024-09-08', '2024-09-08T04:00:00.000Z'],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z'],
  ] as const) {
    expect([zone, getDayBounds(zone, day).start]).toEqual([zone, start])
    expect([zone, hours(getDayBounds(zone, day))]).toEqual([zone, 23])
  }
})

test('a day whose last hour is repeated has 25 hours', () => {
  expect(hours(getDayBounds('America/Santiago', '2024-04-06'))).toBe(25)
  expect(hours(getDayBounds('Africa/Cairo', '2024-10-31'))).toBe(25)
})

test('a day skipped by a move of the date line is empty', () => {
  expect(hours(getDayBounds('Pacific/Apia', '2011-12-30'))).toBe(0)
})

test('days follow each other without a gap and contain their own instants', () => {
  for (const zone of ['America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'Europe/Paris', 'UTC']) {
    let { end } = getDayBounds(zone, '2023-12-31')
    for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2025, 0, 1); day += 86_400_000) {
      const name = new Date(day).toISOString().slice(0, 10)
      const bounds = getDayBounds(zone, name)
      expect([zone, bounds.start]).toEqual([zone, end])
      expect(formatDay(zone, new Date(bounds.start))).toBe(name)
      expect(formatDay(zone, new Date(Date.parse(bounds.end) - 1))).toBe(name)
      end = bounds.end
    }
  }
})

test('bounds of days in distant years sort as text', () => {
  expect(getDayBounds('America/Toronto', '0001-01-01').start).toBe('0001-01-01T00:00:00.000Z')
  expect(getDayBounds('America/Toronto', '9999-12-31').end).toBe('9999-12-31T23:59:59.999Z')
})
