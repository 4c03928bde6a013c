import { Username } from '@talus/contract'
import { expect, test } from 'vitest'
import { suggestUsername } from './suggest-username.ts'

test.each([
  ['Marie', 'Côté', 'marie.cote'],
  ['Anne-Sophie', "O'Brien", 'annesophie.obrien'],
  ['  ', 'Keller', 'keller'],
  ['', '', ''],
])('the name "%s %s" suggests the username "%s"', (first, last, username) => {
  expect(suggestUsername(first, last)).toBe(username)
})

test('the suggestion for a long name is a valid username', () => {
  const username = suggestUsername('Maximiliana'.repeat(8), 'Featherstonehaugh'.repeat(8))
  expect(Username.safeParse(username).success).toBe(true)
})
