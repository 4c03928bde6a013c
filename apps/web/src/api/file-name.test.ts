import { expect, test } from 'vitest'
import { parseFileName } from './file-name.ts'

const named = (disposition: string) =>
  parseFileName(new Headers({ 'content-disposition': disposition }))

test('the encoded file name takes precedence over the plain one', () => {
  expect(named(`attachment; filename="Etoile.zip"; filename*=UTF-8''%C3%89toile.zip`)).toBe(
    'Étoile.zip',
  )
})

test('a quoted or unquoted file name is read', () => {
  expect(named('attachment; filename="Rex \\"the dog\\".zip"')).toBe('Rex "the dog".zip')
  expect(named('attachment; filename=rex.zip')).toBe('rex.zip')
})

test('an invalid encoding falls back to the plain file name, and a path is removed', () => {
  expect(named(`attachment; filename="rex.zip"; filename*=UTF-8''%E0%A4%A`)).toBe('rex.zip')
  expect(named('attachment; filename="../../etc/passwd"')).toBe('passwd')
})

test('a response without a file name gives undefined', () => {
  expect(named('attachment')).toBeUndefined()
  expect(parseFileName(new Headers())).toBeUndefined()
})
