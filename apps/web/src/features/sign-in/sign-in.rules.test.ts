import { expect, test } from 'vitest'
import { isBlank, resetFault } from './sign-in.rules.ts'

test('a field with nothing but spaces is blank', () => {
  expect(isBlank('  \t')).toBe(true)
  expect(isBlank(' a ')).toBe(false)
})

test('a reset names the first fault: mismatch, then length, then composition', () => {
  expect(resetFault('', '')).toBe('auth:reset.mismatch')
  expect(resetFault('Abcdefg1', 'Abcdefg2')).toBe('auth:reset.mismatch')
  expect(resetFault('Abc1', 'Abc1')).toBe('errors:password/too-short')
  expect(resetFault('abcdefgh', 'abcdefgh')).toBe('errors:password/too-simple')
  expect(resetFault('Quiet-hound-7', 'Quiet-hound-7')).toBeUndefined()
})
