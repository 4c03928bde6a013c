import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

test('a long comment is broken between words', () => {
  const text = 'The cardiac silhouette is enlarged, and the trachea is displaced dorsally.'
  const lines = wrapText(text)
  expect(lines.length).toBe(2)
  expect(lines.every((line) => line.length <= 48)).toBe(true)
  expect(lines.join(' ')).toBe(text)
})

test('the lines of the author are kept, and a word without an end is divided', () => {
  expect(wrapText('one\n\ntwo')).toEqual(['one', '', 'two'])
  expect(wrapText('a'.repeat(10), 4)).toEqual(['aaaa', 'aaaa', 'aa'])
  expect(wrapText('')).toEqual([''])
})
