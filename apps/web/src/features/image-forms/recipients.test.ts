import { expect, test } from 'vitest'
import { asList, asText, faultyRecipient } from './recipients.ts'

test('the first that is no address is named', () => {
  expect(faultyRecipient(['vet@clinic.example', 'owner@', 'x'])).toBe('owner@')
  expect(faultyRecipient(['vet@clinic.example'])).toBeUndefined()
})

test('a list survives being a text', () => {
  expect(asList(asText(['a@b.ca', 'c@d.ca']))).toEqual(['a@b.ca', 'c@d.ca'])
  expect(asList('')).toEqual([])
})
