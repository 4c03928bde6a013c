import { expect, test } from 'vitest'
import { NewPassword } from './new-password.ts'
import { findPasswordFault } from './password-rule.ts'

test.each([
  ['Abcdefg1', 'Abcdefg2', 'password/mismatch'],
  ['short', 'other', 'password/mismatch'],
  ['Abc1', 'Abc1', 'password/too-short'],
  ['abcdefgh', 'abcdefgh', 'password/too-simple'],
  ['ABCDEFG1', 'ABCDEFG1', 'password/too-simple'],
  ['Abcdefgh', 'Abcdefgh', 'password/too-simple'],
  ['Password123', 'Password123', 'password/too-common'],
  [`A1${'b'.repeat(127)}`, `A1${'b'.repeat(127)}`, 'password/too-long'],
  ['Étoile-du-matin-1', 'Étoile-du-matin-1', undefined],
  ['Talus-demo-1', 'Talus-demo-1', undefined],
])('password %s confirmed by %s breaks first the rule %s', (password, confirmation, fault) => {
  expect(findPasswordFault(password, confirmation)).toBe(fault)
})

test('the message of the password schema is the broken rule', () => {
  expect(NewPassword.safeParse('abc').error?.issues[0]?.message).toBe('password/too-short')
})
