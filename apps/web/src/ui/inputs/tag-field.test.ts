import { expect, test } from 'vitest'
import { splitTags, addTags } from './tag-field.tsx'

test('tags are split at commas, semicolons, spaces and lines', () => {
  expect(splitTags(' a@b.ca, c@d.ca;e@f.ca\ng@h.ca ', /[\s,;]+/u)).toEqual([
    'a@b.ca',
    'c@d.ca',
    'e@f.ca',
    'g@h.ca',
  ])
})

test('a tag keeps its spaces if the separator does not include them', () => {
  expect(splitTags('XRAY ROOM,CT', /[,;]/u)).toEqual(['XRAY ROOM', 'CT'])
})

test('an added tag that exists already is ignored, whatever its case', () => {
  expect(addTags(['a@b.ca'], ['A@B.ca', 'c@d.ca', 'C@d.ca'])).toEqual(['a@b.ca', 'c@d.ca'])
})
