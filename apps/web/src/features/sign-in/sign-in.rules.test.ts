import { expect, test } from 'vitest'
import { isBlank, findResetFault } from './sign-in.rules.ts'

test('a field with only white space is blank', () => {
  expect(isBlank('  \t')).toBe(true)
  expect(isBlank(' a ')).toBe(false)
})

test('a password reset reports the first fault: mismatch, then length, then composition', () => {
  expect(findResetFault('', '')).toBe('auth:reset.mismatch')
  expect(findResetFault('Abcdefg1', 'Abcdefg2')).toBe('auth:reset.mismatch')
  expect(findResetFault('Abc1', 'Abc1')).toBe('errors:password/too-short')
  expect(findResetFault('abcdefgh', 'abcdefgh')).toBe('errors:password/too-simple')
  expect(findResetFault('Quiet-hound-7', 'Quiet-hound-7')).toBeUndefined()
})
