import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFileKey } from './file-key.ts'

const accepts = (text: string) => {
  try {
    return checkFileKey(text) === text
  } catch {
    return false
  }
}

describe('a file key', () => {
  test.each([
    'image/7/1.2.840.10008.1.2.dcm',
    'a',
    'report/2026-02-28_final.pdf',
    `${'x'.repeat(128)}/y`,
    'concert/nullable.dcm',
  ])('may be %s', (key) => {
    expect(checkFileKey(key)).toBe(key)
  })

  test.each([
    '',
    '/etc/passwd',
    '..',
    'a/../b',
    'a/..',
    './a',
    'a//b',
    'a/',
    '.tmp/half.part',
    'a/.hidden',
    'a/ends-with-dot.',
    'Upper/case',
    'a\\..\\b',
    'c:/windows',
    'a b',
    'é',
    'a\0b',
    'a\n',
    'nul',
    'image/con.dcm',
    'image/lpt1',
    'x'.repeat(129),
    `${'abcdefg/'.repeat(64)}x`,
  ])('is never %j', (key) => {
    expect(() => checkFileKey(key)).toThrow(RangeError)
  })

  // Mostly allowed characters, so that many keys are accepted, mixed with those that get programs
  // into trouble.
  const innocent = ['a', 'b7', 'x-1', '1.2', '_', '/', '/']
  const trouble = ['.', '..', '//', '\\', '~', 'c:', '%2e', '\0', 'A', 'con', 'nul', ' ', '\n']
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...innocent) },
    { weight: 1, arbitrary: fc.constantFrom(...trouble) },
  )
  const nasty = fc.array(piece, { maxLength: 9 }).map((list) => list.join(''))

  const anything = fc.oneof(
    { weight: 8, arbitrary: nasty },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )

  test('stays inside the root on any system', () => {
    let accepted = 0
    fc.assert(
      fc.property(anything, (text) => {
        if (!accepts(text)) return true
        accepted += 1
        return (
          posix.join('/store', text) === `/store/${text}` &&
          posix.resolve('/store', text).startsWith('/store/') &&
          win32.resolve('C:\\root', text).startsWith('C:\\root\\')
        )
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(300)
  })

  test('has one spelling only', () => {
    fc.assert(
      fc.property(nasty, (text) => !accepts(text) || text.toLowerCase().normalize('NFC') === text),
    )
  })
})
