import { expect, test } from 'vitest'
import { splitRecipients, joinRecipients, findInvalidRecipient } from './recipients.ts'

test('returns the first recipient that is not an e-mail address', () => {
  expect(findInvalidRecipient(['vet@clinic.example', 'owner@', 'x'])).toBe('owner@')
  expect(findInvalidRecipient(['vet@clinic.example'])).toBeUndefined()
})

test('joins and splits a list of recipients without loss', () => {
  expect(splitRecipients(joinRecipients(['a@b.ca', 'c@d.ca']))).toEqual(['a@b.ca', 'c@d.ca'])
  expect(splitRecipients('')).toEqual([])
})
