import type { ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createImportReader } from './ndjson.ts'

const lines = ['{"name":"a","outcome":"stored","studyId":3}', '{"name":"b","outcome":"known"}']

test('reports each line once, as soon as it is complete', () => {
  const received: ImportLine[] = []
  const reader = createImportReader((line) => received.push(line))
  const text = lines.join('\n')
  for (let length = 0; length <= text.length; length += 1) reader.update(text.slice(0, length))
  expect(received.map(({ name }) => name)).toEqual(['a'])
  reader.finish(text)
  expect(received.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('skips lines that are not valid import results', () => {
  const received: ImportLine[] = []
  createImportReader((line) => received.push(line)).finish(
    '<html>\n{"name":1}\n{"name":"c","outcome":"known"}\n',
  )
  expect(received.map(({ name }) => name)).toEqual(['c'])
})
