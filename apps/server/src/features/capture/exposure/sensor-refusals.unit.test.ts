import { languages } from '@talus/contract'
import { expect, test } from 'vitest'
import { createErrorReply } from '../../../http/error-reply.ts'
import { createNotReady, createUnavailable } from './sensor-refusals.ts'

const folder = { brand: 'Folder', model: 'Unknown' } as const

test('a refusal names brand and model of a sensor as far as they are known', () => {
  const getMessage = (brand: string, model: 'Ez' | 'Unknown') =>
    createErrorReply(createUnavailable({ brand, model }), 'en').body.message
  expect(getMessage('CareRay', 'Ez')).toBe('CareRay Ez is currently unavailable')
  expect(getMessage('Acme', 'Unknown')).toBe('Acme is currently unavailable')
  expect(getMessage('Folder', 'Ez')).toBe('Ez is currently unavailable')
})

test.each(languages)(
  'a refusal describes a folder of an unknown detector in words (%s)',
  (language) => {
    const word = language === 'fr' ? 'dossier' : 'folder'
    for (const refusal of [createUnavailable(folder), createNotReady(folder, 'NotAvailable')]) {
      const { message } = createErrorReply(refusal, language).body
      expect(message).toContain(word)
      expect(message).not.toMatch(/Folder|Unknown|\{\{/u)
    }
  },
)
