import { expect, test } from 'vitest'
import {
  parseCompleteEmail,
  parseCompletePhone,
  getPhoneDigits,
  toOwnerDraft,
  hasEmail,
  hasPhone,
  toSearchText,
} from './typed-owner.ts'

test('puts typed text into the matching field of a new owner', () => {
  expect(toOwnerDraft(' Marie  Tremblay ')).toEqual({ name: 'Marie Tremblay' })
  expect(toOwnerDraft('514 555-0199')).toEqual({ phone: '514 555-0199' })
  expect(toOwnerDraft('(514) 555')).toEqual({ phone: '(514) 555' })
  expect(toOwnerDraft('marie@example.com')).toEqual({ email: 'marie@example.com' })
  expect(toOwnerDraft('7th Cavalry Stables')).toEqual({ name: '7th Cavalry Stables' })
  expect(toOwnerDraft('  ')).toEqual({})
})

test('normalises phone numbers with dashes, brackets and country code', () => {
  expect(getPhoneDigits('+1 (514) 555-0199')).toBe('5145550199')
  expect(toSearchText('(514) 555-01')).toBe('51455501')
  expect(toSearchText('Tremblay-Roy')).toBe('Tremblay-Roy')
})

test('parses only complete phone numbers and e-mail addresses', () => {
  expect(parseCompletePhone('514 555-019')).toBeUndefined()
  expect(parseCompletePhone('514.555.0199')).toBe('5145550199')
  expect(parseCompleteEmail('marie@example')).toBeUndefined()
  expect(parseCompleteEmail('Marie@Example.com')).toBe('marie@example.com')
})

test('matches an owner by phone number and e-mail address in any notation', () => {
  const owner = { phone: '(514) 555-0199', email: 'Marie@example.com' }
  expect(hasPhone(owner, '5145550199')).toBe(true)
  expect(hasPhone(owner, '5145550198')).toBe(false)
  expect(hasEmail(owner, 'marie@example.com')).toBe(true)
})
