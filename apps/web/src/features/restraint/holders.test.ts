import { expect, test } from 'vitest'
import { holdersOf, holdersText, namesToShow, withHolders, withoutHolder } from './holders.ts'

test('one text of the log is several people', () => {
  expect(holdersOf(' Anna, Ben;Clara ,')).toEqual(['Anna', 'Ben', 'Clara'])
  expect(holdersText(['Anna', 'Ben'])).toBe('Anna, Ben')
})

test('each person holds once, whatever the capitals', () => {
  expect(withHolders(['Anna'], 'ben, ANNA')).toEqual(['Anna', 'ben'])
  expect(withoutHolder(['Anna', 'Ben'], 'anna')).toEqual(['Ben'])
})

test('who holds now stands before those who could', () => {
  expect(namesToShow(['Zoe', 'Ben'], ['Anna', 'ben'])).toEqual(['Zoe', 'Ben', 'Anna'])
})
