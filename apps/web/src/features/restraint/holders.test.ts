import { expect, test } from 'vitest'
import { parseHolders, formatHolders, listNames, addHolders, removeHolder } from './holders.ts'

test('parses and formats the names of several holders in one text', () => {
  expect(parseHolders(' Anna, Ben;Clara ,')).toEqual(['Anna', 'Ben', 'Clara'])
  expect(formatHolders(['Anna', 'Ben'])).toBe('Anna, Ben')
})

test('lists each holder once, ignoring case', () => {
  expect(addHolders(['Anna'], 'ben, ANNA')).toEqual(['Anna', 'ben'])
  expect(removeHolder(['Anna', 'Ben'], 'anna')).toEqual(['Ben'])
})

test('lists the current holders before the other known names', () => {
  expect(listNames(['Zoe', 'Ben'], ['Anna', 'ben'])).toEqual(['Zoe', 'Ben', 'Anna'])
})
