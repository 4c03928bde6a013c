import { expect, test } from 'vitest'
import { chosenFiles, isSystemFile } from './dropped-files.ts'

test('only what systems leave behind is left out; the server decides on everything else', () => {
  for (const name of ['a/.DS_Store', 'Thumbs.db', 'x/desktop.ini', 'x/._IM0001'])
    expect(isSystemFile(name)).toBe(true)
  for (const name of ['DICOMDIR', 'notes.txt', 'report.pdf', 'IM0001', 'a.zip'])
    expect(isSystemFile(name)).toBe(false)
})

test('a chosen file keeps its name', () => {
  const files = [new File(['x'], 'IM0001'), new File(['y'], '.DS_Store')]
  expect(chosenFiles(files).map(({ name, size }) => [name, size])).toEqual([['IM0001', 1]])
})
