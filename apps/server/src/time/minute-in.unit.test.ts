import { expect, test } from 'vitest'
import { minuteIn } from './minute-in.ts'

test('an instant is what the clock on the wall showed', () => {
  expect(minuteIn('America/Toronto', '2026-02-11T04:30:59.999Z')).toBe('2026-02-10 23:30')
  expect(minuteIn('Asia/Tokyo', '2026-02-10T15:05:00.000Z')).toBe('2026-02-11 00:05')
  expect(minuteIn('America/Toronto', '2026-07-01T16:00:00.000Z')).toBe('2026-07-01 12:00')
})
