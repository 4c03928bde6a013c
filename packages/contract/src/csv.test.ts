import { expect, test } from 'vitest'
import { formatCsvFile, formatCsvLine } from './csv.ts'

test('separators, quotes and line breaks stay inside their cell', () => {
  expect(formatCsvLine(['a,b', 'say "no"', 'two\nlines', null, 7])).toBe(
    '"a,b","say ""no""","two\nlines",,7\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1'])('%j is text, not a formula', (text) => {
  expect(formatCsvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
})

test('a negative number stays a number', () => {
  expect(formatCsvLine([-5])).toBe('-5\r\n')
})

test('a French line has semicolons and decimal commas, and quotes a cell with a semicolon', () => {
  expect(formatCsvLine(['a;b', 'a,b', 12.5, -0.5, null, 7], 'fr')).toBe(
    '"a;b";a,b;12,5;-0,5;;7\r\n',
  )
})

test('a file begins with the byte order mark and has the separators of its language', () => {
  const lines = [
    ['Weight', 'Regions'],
    [4.5, 'Thorax, Abdomen'],
  ]
  expect(formatCsvFile(lines, 'en')).toBe('\uFEFFWeight,Regions\r\n4.5,"Thorax, Abdomen"\r\n')
  expect(formatCsvFile(lines, 'fr')).toBe('\uFEFFWeight;Regions\r\n4,5;Thorax, Abdomen\r\n')
})
