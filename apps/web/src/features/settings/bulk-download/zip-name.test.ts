import { expect, test } from 'vitest'
import { zipName } from './zip-name.ts'

test('the file is called after the clinic', () => {
  expect(zipName('Clinique vétérinaire du Grand-Érable')).toBe(
    'Clinique vétérinaire du Grand-Érable images.zip',
  )
})

test('what a file system would misunderstand is replaced', () => {
  expect(zipName('Cats & Dogs: 24/7 <"best">')).toBe('Cats & Dogs- 24-7 --best-- images.zip')
  expect(zipName('..\\..\\evil\u0000\u202Egpj')).toBe('-..-evilgpj images.zip')
})

test('a name without a letter, or a very long one, still makes a file', () => {
  expect(zipName(' . ')).toBe('images.zip')
  expect(Buffer.byteLength(zipName('🐕'.repeat(300)))).toBe(60 * 4 + ' images.zip'.length)
})
