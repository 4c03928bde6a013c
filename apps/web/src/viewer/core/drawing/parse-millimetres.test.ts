import { expect, test } from 'vitest'
import { parseMillimetres } from './parse-millimetres.ts'

test('a length is read with a decimal point or comma', () => {
  expect(['25', ' 25.4 ', '23,45', '2000'].map(parseMillimetres)).toEqual([25, 25.4, 23.45, 2000])
})

test('a number with two meanings, or of no object, is refused', () => {
  const refused = ['', '1,000', '1.000', '1 000', '1e3', '0.001', '0.5', '0', '-5', '2001', '1,2,3']
  for (const text of refused) expect([text, parseMillimetres(text)]).toEqual([text, undefined])
})
