import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantsOf } from './audit-days.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'America/Toronto'
})
afterAll(() => {
  process.env['TZ'] = zone
})

test('days begin and end where the browser is, and the last one is included', () => {
  expect(instantsOf('2026-01-05', '2026-01-06')).toEqual({
    from: '2026-01-05T05:00:00.000Z',
    to: '2026-01-07T05:00:00.000Z',
  })
})

test('a day on which the clocks change has 23 hours or 25', () => {
  expect(instantsOf('2026-03-08', '2026-03-08')).toEqual({
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
  })
  expect(instantsOf('2026-11-01', '2026-11-01')).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  })
})

test('the last day of a month and of a year is followed by the next', () => {
  expect(instantsOf('', '2026-12-31')).toEqual({
    from: undefined,
    to: '2027-01-01T05:00:00.000Z',
  })
})

test('what is no day yet asks for nothing, and an early year stays early', () => {
  expect(instantsOf('', '')).toEqual({ from: undefined, to: undefined })
  expect(instantsOf('0026-02-01', '').from).toMatch(/^0026-02-01T/u)
  expect(instantsOf('12026-02-01', '9999-12-31')).toEqual({ from: undefined, to: undefined })
})
