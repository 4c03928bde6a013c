import { expect, test } from 'vitest'
import { formatMinute } from './format-minute.ts'

test('an instant is formatted in the local time of its zone', () => {
  expect(formatMinute('America/Toronto', '2026-02-11T04:30:59.999Z')).toBe('2026-02-10 23:30')
  expect(formatMinute('Asia/Tokyo', '2026-02-10T15:05:00.000Z')).toBe('2026-02-11 00:05')
  expect(formatMinute('America/Toronto', '2026-07-01T16:00:00.000Z')).toBe('2026-07-01 12:00')
})
