import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.255.3.4',
  '127.1',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is a loopback address', (host) => {
  expect(isLoopback(host)).toBe(true)
})

// A prefix test would accept the names of other computers.
test.each(['127.evil.example', '127.0.0.1.example', 'localhost.example', '10.127.0.1', '', '::'])(
  '%j is not a loopback address',
  (host) => {
    expect(isLoopback(host)).toBe(false)
  },
)
