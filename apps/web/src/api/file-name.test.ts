import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

const named = (disposition: string) =>
  fileNameOf(new Headers({ 'content-disposition': disposition }))

test('the encoded name is taken before the plain one', () => {
  expect(named(`attachment; filename="Etoile.zip"; filename*=UTF-8''%C3%89toile.zip`)).toBe(
    'Étoile.zip',
  )
})

test('a quoted or a bare name will do', () => {
  expect(named('attachment; filename="Rex \\"the dog\\".zip"')).toBe('Rex "the dog".zip')
  expect(named('attachment; filename=rex.zip')).toBe('rex.zip')
})

test('a damaged encoding falls back, and a path is cut off', () => {
  expect(named(`attachment; filename="rex.zip"; filename*=UTF-8''%E0%A4%A`)).toBe('rex.zip')
  expect(named('attachment; filename="../../etc/passwd"')).toBe('passwd')
})

test('no name is no name', () => {
  expect(named('attachment')).toBeUndefined()
  expect(fileNameOf(new Headers())).toBeUndefined()
})
