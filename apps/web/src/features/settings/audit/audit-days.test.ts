import { afterAll, beforeAll, expect, test } from 'vitest'
import { toInstants } from './audit-days.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'America/Toronto'
})
afterAll(() => {
  process.env['TZ'] = zone
})

test('converts days to instants in the time zone of the browser, including the last day', () => {
  expect(toInstants('2026-01-05', '2026-01-06')).toEqual({
    from: '2026-01-05T05:00:00.000Z',
    to: '2026-01-07T05:00:00.000Z',
  })
})

test('the days are those of the clinic, wherever the browser is', () => {
  expect(toInstants('2026-01-05', '2026-01-05', 'Europe/Paris')).toEqual({
    from: '2026-01-04T23:00:00.000Z',
    to: '2026-01-05T23:00:00.000Z',
  })
  // Clocks went from 00:00 to 01:00 at the start of this day.
  expect(toInstants('2018-11-04', '', 'America/Sao_Paulo').from).toBe('2018-11-04T03:00:00.000Z')
})

test('a day on which daylight saving time changes has 23 or 25 hours', () => {
  expect(toInstants('2026-03-08', '2026-03-08')).toEqual({
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
  })
  expect(toInstants('2026-11-01', '2026-11-01')).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  })
})

test('ends the last day of a year at the start of the next year', () => {
  expect(toInstants('', '2026-12-31')).toEqual({
    from: undefined,
    to: '2027-01-01T05:00:00.000Z',
  })
})

test('ignores incomplete days and keeps years below 100', () => {
  expect(toInstants('', '')).toEqual({ from: undefined, to: undefined })
  expect(toInstants('0026-02-01', '').from).toMatch(/^0026-02-01T/u)
  expect(toInstants('12026-02-01', '9999-12-31')).toEqual({ from: undefined, to: undefined })
})
