import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-0', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=0-9; drop', undefined],
  ['bytes=99999999999999999999999-', 'outside'],
])('the range header %s for a file of 100 bytes', (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected)
})

test('any range of an empty file is outside of it', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('outside')
})
