import { expect, test } from 'vitest'
import { formatPatientName } from './patient-name.ts'

// The function only looks up texts; the words do not matter here.
const t = (key: string, { number }: { readonly number: string }) => `${key} ${number}`

test('patients without a name are called so in the language of the reader', () => {
  expect(formatPatientName(t, 'Unnamed 2', { number: 'UNNAMED-2' })).toBe('studies:unnamedNumber 2')
  // The patient ID of the sender is shown beside the name.
  expect(formatPatientName(t, 'Unnamed 1794841306907', { number: '1794841306907' })).toBe(
    'studies:unnamed 1794841306907',
  )
  expect(formatPatientName(t, 'Unnamed 2', { number: 'K-7' })).toBe('Unnamed 2')
  expect(formatPatientName(t, 'Rex', { number: 'UNNAMED-2' })).toBe('Rex')
})

test('without a patient ID beside it the name of a patient without a name has its number', () => {
  expect(formatPatientName(t, 'Unnamed 2')).toBe('studies:unnamedNumber 2')
  expect(formatPatientName(t, 'Unnamed CHIP-9')).toBe('studies:unnamedNumber CHIP-9')
  // Names that a person has typed.
  for (const name of ['Unnamed Kitten', 'Unnamed', 'Unnamed 2 of Rex', 'Rex'])
    expect(formatPatientName(t, name)).toBe(name)
})

test('the other writings of a name follow it', () => {
  expect(formatPatientName(t, 'Tarou', { groups: '太郎' })).toBe('Tarou (太郎)')
})
