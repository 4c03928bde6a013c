import { expect, test } from 'vitest'
import { toImportFiles, isSystemFile } from './dropped-files.ts'

test('skips only files created by the operating system; the server decides about all others', () => {
  for (const name of ['a/.DS_Store', 'Thumbs.db', 'x/desktop.ini', 'x/._IM0001'])
    expect(isSystemFile(name)).toBe(true)
  for (const name of ['DICOMDIR', 'notes.txt', 'report.pdf', 'IM0001', 'a.zip'])
    expect(isSystemFile(name)).toBe(false)
})

test('a selected file keeps its name', () => {
  const files = [new File(['x'], 'IM0001'), new File(['y'], '.DS_Store')]
  expect(toImportFiles(files).map(({ name, size }) => [name, size])).toEqual([['IM0001', 1]])
})
