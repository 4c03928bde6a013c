import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { createUserValues, findUserFaults } from './user-values.ts'

// Without translations, every key is its own text.
beforeAll(() => i18next.init({ lng: 'en', nsSeparator: false, keySeparator: false }))

const today = '2026-03-02'
const good = {
  ...createUserValues(),
  username: 'nurse',
  firstName: 'Ann',
  lastName: 'Weir',
  password: 'Good-pass-1',
  confirmPassword: 'Good-pass-1',
}
const faults = (change: object, isNew = true) =>
  findUserFaults({ ...good, ...change }, { isNew, today })

test('reports no fault for valid values', () => {
  expect(faults({})).toEqual({})
})

test.each([
  ['A1b', 'other', { confirmPassword: 'errors:password/mismatch' }],
  ['A1b', 'A1b', { password: 'errors:password/too-short' }],
  ['lowercase-only', 'lowercase-only', { password: 'errors:password/too-simple' }],
])('checks passwords in the specified order: %s, %s', (password, confirmPassword, expected) => {
  expect(faults({ password, confirmPassword })).toEqual(expected)
})

test('an edited user keeps the password unless one is entered', () => {
  expect(faults({ password: '', confirmPassword: '' }, false)).toEqual({})
  expect(faults({ password: '', confirmPassword: 'x' }, false)).toEqual({
    confirmPassword: 'errors:password/mismatch',
  })
})

test('rejects an expiry date in the past unless it is unchanged', () => {
  expect(faults({ validUntil: '2026-03-01' })).toEqual({ validUntil: 'errors:field/past-date' })
  expect(faults({ validUntil: '2026-03-02' })).toEqual({})
  const old = { isNew: false, today, oldValidUntil: '2020-01-01' }
  expect(findUserFaults({ ...good, validUntil: '2020-01-01' }, old)).toEqual({})
})

test('reports an invalid e-mail address at the e-mail field', () => {
  expect(faults({ userEmail: 'nobody' })).toEqual({ userEmail: 'errors:field/email' })
})
