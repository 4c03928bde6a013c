import { expect, test } from 'vitest'
import { matchesTime } from './match-time.ts'

test.each([
  ['', true],
  ['*', true],
  ['083000', true],
  ['0830', true],
  ['08', true],
  ['09', false],
  ['0800-0900', true],
  ['08:00-09:00', true],
  ['083000-083000', true],
  ['-0830', true],
  ['-0829', false],
  ['0830-', true],
  ['0831-', false],
  ['noon', false],
])('08:30 matches the time key "%s": %s', (key, isIn) => {
  expect(matchesTime(key, '083000')).toBe(isIn)
})
