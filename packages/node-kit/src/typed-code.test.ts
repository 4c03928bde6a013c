import { expect, test } from 'vitest'
import { normalizeTypedCode, toTypedCode } from './typed-code.ts'

test('a code has a character for each byte, in groups of four', () => {
  expect(toTypedCode(Uint8Array.of(0, 1, 31, 32, 255, 10))).toBe('01Z0-ZA')
})

test('a code means the same however it is typed', () => {
  expect(normalizeTypedCode(' oiab-cdef ghjk ')).toBe(normalizeTypedCode('01AB-CDEF-GHJK'))
})
