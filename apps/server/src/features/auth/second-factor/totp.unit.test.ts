import { expect, test } from 'vitest'
import { computeCode, createSecret, encodeBase32, findStep, formatUri, getStep } from './totp.ts'

const secret = encodeBase32(Buffer.from('12345678901234567890'))

// RFC 6238 appendix B, SHA-1; the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %s seconds the code is %s', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(computeCode(secret, getStep(now))).toBe(code)
  expect(findStep(secret, code, now)).toBe(Math.floor(seconds / 30))
})

test('a code is valid one step earlier and later, and not two', () => {
  const now = new Date('2026-03-02T14:00:00Z')
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const code = computeCode(secret, getStep(now))
  expect([-60, -30, 0, 30, 60].map((seconds) => findStep(secret, code, at(seconds)))).toEqual([
    undefined,
    getStep(now),
    getStep(now),
    getStep(now),
    undefined,
  ])
})

test('secrets are random texts of 160 bits', () => {
  expect(createSecret()).toMatch(/^[A-Z2-7]{32}$/u)
  expect(createSecret()).not.toBe(createSecret())
  expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
})

test('the address for an app names product, user and secret', () => {
  expect(formatUri('ABC', 'zoé@x', 'Talus Nord')).toBe(
    'otpauth://totp/Talus%20Nord:zo%C3%A9%40x?secret=ABC&issuer=Talus%20Nord',
  )
})
