import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { formatPatientName } from './patient-name.ts'

// The function only looks up texts; the words do not matter here.
const t = ((key: string, values?: { number: string }) =>
  [key, values?.number].filter(Boolean).join(' ')) as unknown as TFunction

test('patients without a name are called so in the language of the user', () => {
  expect(formatPatientName(t, 'Unnamed 2', { number: 'UNNAMED-2' })).toBe('studies:unnamedNumber 2')
  // The patient ID of the sender is shown beside the name.
  expect(formatPatientName(t, 'Unnamed 1794841306907', { number: '1794841306907' })).toBe(
    'studies:unnamed',
  )
  expect(formatPatientName(t, 'Unnamed 2', { number: 'K-7' })).toBe('Unnamed 2')
  expect(formatPatientName(t, 'Rex', { number: 'UNNAMED-2' })).toBe('Rex')
})
