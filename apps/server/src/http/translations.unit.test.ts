import { expect, test } from 'vitest'
import { formatRefusal } from './translations.ts'

test('a refusal calls a patient without a name so in the language of the user', () => {
  const values = { name: 'Unnamed 1', number: 'UNNAMED-1' }
  expect(formatRefusal('fr', 'reassign/number-merged', values)).toContain('Sans nom 1')
  expect(formatRefusal('fr', 'reassign/number-merged', values)).toContain('UNNAMED-1')
  expect(formatRefusal('en', 'reassign/number-merged', values)).toContain('Unnamed 1')
})
