import { expect, test } from 'vitest'
import { splitTags, withTags } from './tags.ts'

test('addresses are taken apart at commas, semicolons, spaces and lines', () => {
  expect(splitTags(' a@b.ca, c@d.ca;e@f.ca\ng@h.ca ', /[\s,;]+/u)).toEqual([
    'a@b.ca',
    'c@d.ca',
    'e@f.ca',
    'g@h.ca',
  ])
})

test('a title keeps its space', () => {
  expect(splitTags('XRAY ROOM,CT', /[,;]/u)).toEqual(['XRAY ROOM', 'CT'])
})

test('the same one twice is one', () => {
  expect(withTags(['a@b.ca'], ['A@B.ca', 'c@d.ca', 'C@d.ca'])).toEqual(['a@b.ca', 'c@d.ca'])
})
