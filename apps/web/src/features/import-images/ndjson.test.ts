import type { ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { lineReader } from './ndjson.ts'

const lines = ['{"name":"a","outcome":"stored","studyId":3}', '{"name":"b","outcome":"known"}']

test('each line is told once, as soon as it is whole', () => {
  const told: ImportLine[] = []
  const reader = lineReader((line) => told.push(line))
  const text = lines.join('\n')
  for (let length = 0; length <= text.length; length += 1) reader.more(text.slice(0, length))
  expect(told.map(({ name }) => name)).toEqual(['a'])
  reader.finish(text)
  expect(told.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('what is no line of ours is passed over', () => {
  const told: ImportLine[] = []
  lineReader((line) => told.push(line)).finish(
    '<html>\n{"name":1}\n{"name":"c","outcome":"known"}\n',
  )
  expect(told.map(({ name }) => name)).toEqual(['c'])
})
