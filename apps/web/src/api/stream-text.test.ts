import { expect, test } from 'vitest'
import { eventReader, lineReader } from './stream-text.ts'
import type { ServerEvent } from './stream-text.ts'

function eventsOf(...pieces: string[]) {
  const events: ServerEvent[] = []
  const read = eventReader((event) => events.push(event))
  for (const piece of pieces) read(piece)
  return events
}

test('an event is told once it is whole, wherever the stream was cut', () => {
  expect(eventsOf('event: st', 'ate\ndata: {"a"', ':1}\n', '\ndata: 7\n\nda')).toEqual([
    { name: 'state', data: '{"a":1}' },
    { name: 'message', data: '7' },
  ])
})

test('a comment is no event, and several lines of data are one', () => {
  expect(eventsOf(': ping\n\n', 'data: a\ndata: b\n\n')).toEqual([
    { name: 'message', data: 'a\nb' },
  ])
})

test('lines are told as they end', () => {
  const lines: string[] = []
  const read = lineReader((line) => lines.push(line))
  for (const piece of ['kv:6', '0\nma:', '100\n\nms']) read(piece)
  expect(lines).toEqual(['kv:60', 'ma:100', ''])
})
