import { DicomFault, dicomFaults } from '@talus/dicom'
import type { DicomFaultCode } from '@talus/dicom'
import { expect, test } from 'vitest'
import { formatRefusal } from '../../../http/translations.ts'
import { createFileRefusal } from './refuse-file.ts'

test('the English detail of a fault is in the text of no language', () => {
  for (const code of Object.keys(dicomFaults) as DicomFaultCode[]) {
    const refusal = createFileRefusal(new DicomFault(code, 'a delimiter of nothing'))
    for (const language of ['en', 'fr'] as const) {
      const text = formatRefusal(language, refusal.code, refusal.options.values)
      expect(text).toMatch(/^\p{Lu}[^{]+\.$/u)
      expect(text).not.toContain('delimiter')
    }
  }
})

test.each([
  ['not-dicom', 'import/not-dicom'],
  ['damaged', 'import/damaged'],
  ['needs-more', 'import/damaged'],
  ['bad-picture', 'import/damaged'],
  ['damaged-picture', 'import/damaged'],
  ['unsupported', 'import/unsupported'],
] as const)('a file with the fault %s is refused with %s', (fault, code) => {
  expect(createFileRefusal(new DicomFault(fault, 'a detail')).code).toBe(code)
})

test('a file beyond a limit of received files is refused with this limit', () => {
  const limit = { name: 'items', most: 250_000 } as const
  const refusal = createFileRefusal(new DicomFault('too-large', 'too many items', { limit }))
  expect(refusal.code).toBe('import/too-many-items')
  expect(refusal.options.values).toMatchObject({ most: 250_000 })
})
