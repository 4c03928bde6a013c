import { expect, test } from 'vitest'
import { createZipName } from './zip-name.ts'

test('names the zip after the clinic', () => {
  expect(createZipName('Clinique vétérinaire du Grand-Érable')).toBe(
    'Clinique vétérinaire du Grand-Érable images.zip',
  )
})

test('replaces characters that are special for a file system', () => {
  expect(createZipName('Cats & Dogs: 24/7 <"best">')).toBe('Cats & Dogs- 24-7 --best-- images.zip')
  expect(createZipName('..\\..\\evil\u0000\u202Egpj')).toBe('-..-evilgpj images.zip')
})

test('creates a valid file name from an empty or very long clinic name', () => {
  expect(createZipName(' . ')).toBe('images.zip')
  expect(Buffer.byteLength(createZipName('🐕'.repeat(300)))).toBe(60 * 4 + ' images.zip'.length)
})
