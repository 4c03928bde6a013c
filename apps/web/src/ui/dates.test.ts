import { expect, test } from 'vitest'
import { dateTime, day } from './dates.ts'

test('an instant is shown as the clinic’s clock shows it', () => {
  expect(dateTime('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08 22:05')
  expect(dateTime('2026-03-09T23:05:00.000Z', 'Europe/Paris')).toBe('2026-03-10 00:05')
  expect(day('2026-03-09T02:05:00.000Z', 'America/Toronto')).toBe('2026-03-08')
})
