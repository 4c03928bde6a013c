import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'
import { secretKey } from './secret-key.ts'

test('what was sealed is read again by the same key, whatever it is', () => {
  const box = secretBox('a key')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => box.open(box.seal(text)) === text),
  )
})

test('the same password looks different each time and never like itself', () => {
  const box = secretBox('a key')
  const [one, other] = [box.seal('Geheim-1234'), box.seal('Geheim-1234')]
  expect(one).not.toBe(other)
  expect(one).not.toContain('Geheim')
})

test('another key, or a changed letter, opens nothing', () => {
  const sealed = secretBox('a key').seal('Geheim-1234')
  expect(() => secretBox('another key').open(sealed)).toThrow(/authenticate/u)
  const last = sealed.at(-1) === 'A' ? 'B' : 'A'
  expect(() => secretBox('a key').open(sealed.slice(0, -2) + last + last)).toThrow(/authenticate/u)
  expect(() => secretBox('a key').open('plain text')).toThrow(/not sealed/u)
})

test('a key is made once, for its owner’s eyes, and given settings win', () => {
  const folder = mkdtempSync(join(tmpdir(), 'talus-key-'))
  try {
    const made = secretKey(undefined, folder)
    expect(made).toMatch(/^[\w-]{43}$/u)
    expect(secretKey(undefined, folder)).toBe(made)
    expect(secretKey('given', folder)).toBe('given')
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'secret.key')).mode & 0o077).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
