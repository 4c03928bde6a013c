import { expect, test } from 'vitest'
import { readTypedValues } from './typed-values.ts'

test('typed values are read again, without fields that are unknown or no texts', () => {
  const stored = JSON.stringify({
    clinic: { name: 'Hillside', password: 'Secret-1', timeZone: 7 },
    administrator: { firstName: 'Ada' },
  })
  const { clinic, administrator } = readTypedValues(stored)
  expect(clinic.name).toBe('Hillside')
  expect(Object.keys(clinic)).not.toContain('password')
  expect(clinic.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(administrator).toEqual({ firstName: 'Ada', lastName: '', userEmail: '', username: '' })
})

test.each(['', '{', '7', 'null', '{"clinic":[]}'])(
  'the stored text "%s" gives an empty form',
  (text) => {
    expect(readTypedValues(text).clinic.name).toBe('')
  },
)
