import { expect, test } from 'vitest'
import {
  completeEmail,
  completePhone,
  digitsOf,
  draftOf,
  hasEmail,
  hasPhone,
  searchedFor,
} from './typed-owner.ts'

test('what was typed goes to the field it belongs to', () => {
  expect(draftOf(' Marie  Tremblay ')).toEqual({ name: 'Marie Tremblay' })
  expect(draftOf('514 555-0199')).toEqual({ phone: '514 555-0199' })
  expect(draftOf('(514) 555')).toEqual({ phone: '(514) 555' })
  expect(draftOf('marie@example.com')).toEqual({ email: 'marie@example.com' })
  expect(draftOf('7th Cavalry Stables')).toEqual({ name: '7th Cavalry Stables' })
  expect(draftOf('  ')).toEqual({})
})

test('a number is the same with dashes, brackets and the country in front', () => {
  expect(digitsOf('+1 (514) 555-0199')).toBe('5145550199')
  expect(searchedFor('(514) 555-01')).toBe('51455501')
  expect(searchedFor('Tremblay-Roy')).toBe('Tremblay-Roy')
})

test('only what is complete is asked for', () => {
  expect(completePhone('514 555-019')).toBeUndefined()
  expect(completePhone('514.555.0199')).toBe('5145550199')
  expect(completeEmail('marie@example')).toBeUndefined()
  expect(completeEmail('Marie@Example.com')).toBe('marie@example.com')
})

test('an owner is known by number and address as people mean them', () => {
  const owner = { phone: '(514) 555-0199', email: 'Marie@example.com' }
  expect(hasPhone(owner, '5145550199')).toBe(true)
  expect(hasPhone(owner, '5145550198')).toBe(false)
  expect(hasEmail(owner, 'marie@example.com')).toBe(true)
})
