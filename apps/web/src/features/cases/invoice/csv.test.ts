import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '＝1'])('the text %j is no formula', (text) => {
  expect(formatCsv([[text]], 'en')).toBe(`\uFEFF'${text}\r\n`)
})

test('quotes, line ends and the separator of the language are quoted', () => {
  expect(formatCsv([['a "b"', 'x, y', 'x; y', 3]], 'en')).toBe('\uFEFF"a ""b""","x, y",x; y,3\r\n')
  expect(formatCsv([['x, y', 'x; y', 'l1\nl2']], 'fr')).toBe('\uFEFFx, y;"x; y";"l1\nl2"\r\n')
})
