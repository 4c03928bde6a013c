import { expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'

test.each([
  ['en', 1234.56, '1234.6'],
  ['fr', -1024, '-1024'],
  ['en', 999_999_999, '999999999'],
  ['en', 1.024e30, '1.02E30'],
  ['fr', -1.5e12, '-1,5E12'],
  ['en', 1e300, '1E300'],
])('in %s, %d is shown as %s', (language, value, shown) => {
  expect(formatNumber(language, value, { maximumFractionDigits: 1, useGrouping: false })).toBe(
    shown,
  )
})

test.each([
  [0.000_712_34, '0.0007123'],
  [1.2e-30, '1.2E-30'],
  [0, '0'],
])('a quantity of %d is shown as %s', (value, shown) => {
  expect(formatNumber('en', value, { maximumSignificantDigits: 4 })).toBe(shown)
})
