import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'
import { loadSecretKey } from './secret-key.ts'

test('any sealed text is opened by the same key', () => {
  const box = createSecretBox('a key')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => box.open(box.seal(text)) === text),
  )
})

test('sealing a password twice gives different texts without the password', () => {
  const box = createSecretBox('a key')
  const [one, other] = [box.seal('Geheim-1234'), box.seal('Geheim-1234')]
  expect(one).not.toBe(other)
  expect(one).not.toContain('Geheim')
})

test('another key or a changed letter opens no secret', () => {
  const sealed = createSecretBox('a key').seal('Geheim-1234')
  expect(() => createSecretBox('another key').open(sealed)).toThrow(/authenticate/u)
  const last = sealed.at(-1) === 'A' ? 'B' : 'A'
  expect(() => createSecretBox('a key').open(sealed.slice(0, -2) + last + last)).toThrow(
    /authenticate/u,
  )
  expect(() => createSecretBox('a key').open('plain text')).toThrow(/not sealed/u)
})

test('a key is created once, readable by its owner only, unless one is configured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'talus-key-'))
  try {
    const made = loadSecretKey(undefined, folder)
    expect(made).toMatch(/^[\w-]{43}$/u)
    expect(loadSecretKey(undefined, folder)).toBe(made)
    expect(loadSecretKey('given', folder)).toBe('given')
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'secret.key')).mode & 0o077).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
