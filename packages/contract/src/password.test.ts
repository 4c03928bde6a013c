import { expect, test } from 'vitest'
import { NewPassword } from './password.ts'
import { passwordFault } from './password-rule.ts'

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
])('%s confirmed by %s: %s, the first rule that is broken', (password, confirmation, fault) => {
  expect(passwordFault(password, confirmation)).toBe(fault)
})

test('the schema tells the fault as its message', () => {
  expect(NewPassword.safeParse('abc').error?.issues[0]?.message).toBe('password/too-short')
})
