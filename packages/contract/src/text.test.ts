import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AeTitle, email, phone, requiredText, Uid } from './fields.ts'
import { collapseWhitespace, foldText, formatGroupedName, joinAddress } from './text.ts'

test.each([
  ['  Marie   Tremblay ', 'Marie Tremblay'],
  ['a\t\n b', 'a b'],
])('white space of %j is collapsed', (text, result) => {
  expect(collapseWhitespace(text)).toBe(result)
})

test.each([
  ['L’Étoile d’Été', 'l’etoile d’ete'],
  ['Œdème', 'oedeme'],
  ['Weiß', 'weiss'],
  ['Noël', 'noel'],
])('search text %s is folded to %s', (text, key) => {
  expect(foldText(text)).toBe(key)
})

test('folding a search text is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => foldText(foldText(text)) === foldText(text),
    ),
  )
})

test('a joined address has no doubled commas', () => {
  expect(joinAddress(',12 Main Street,\n , Montréal ,\n\nQC')).toBe('12 Main Street, Montréal, QC')
})

test.each(['514-555-0123', '(514) 555-0123', '+1 514.555.0123', '5145550123', ''])(
  'phone %j passes',
  (text) => expect(phone.safeParse(text).success).toBe(true),
)
test.each(['555-0123', '+33 1 23 45 67 89', '514-555-01234', 'abc'])('phone %j fails', (text) =>
  expect(phone.safeParse(text).error?.issues[0]?.message).toBe('field/phone'),
)

test.each(['a@b.ca', 'marie.tremblay+x@clinique.example.org', ''])('e-mail %j passes', (text) =>
  expect(email.safeParse(text).success).toBe(true),
)
test.each(['a@b', 'a b@c.ca', '"a@evil.example"@b.ca', 'a@b.ca,c@d.ca', 'a@b.ca\r\nBcc: x@y.ca'])(
  'e-mail %j fails',
  (text) => expect(email.safeParse(text).success).toBe(false),
)

test('a required text of white space counts as missing', () => {
  expect(requiredText().safeParse('  \n ').error?.issues[0]?.message).toBe('field/required')
})

test('control characters in a text are rejected', () => {
  expect(requiredText().safeParse('Rex\u0000').error?.issues[0]?.message).toBe(
    'field/control-characters',
  )
})

test.each(['1.2.840.10008.1.2', '2.25.1'])('UID %s passes', (uid) =>
  expect(Uid.safeParse(uid).success).toBe(true),
)
test.each(['../../etc', '1..2', '1.2.', '1.a', `1.${'2'.repeat(64)}`])('UID %s fails', (uid) =>
  expect(Uid.safeParse(uid).success).toBe(false),
)

test('an AE title has no backslash and 16 characters at most', () => {
  expect(AeTitle.safeParse('TALUS\\A').success).toBe(false)
  expect(AeTitle.safeParse('A'.repeat(17)).success).toBe(false)
  expect(AeTitle.parse(' TALUS_EN ')).toBe('TALUS_EN')
})

test('a name is shown with its other writings, each once', () => {
  expect(formatGroupedName('Rex', '')).toBe('Rex')
  expect(formatGroupedName('Tarou', '太郎=たろう')).toBe('Tarou (太郎, たろう)')
  expect(formatGroupedName('太郎', '太郎=たろう')).toBe('太郎 (たろう)')
})
