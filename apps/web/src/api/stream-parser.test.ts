import { expect, test } from 'vitest'
import { createEventReader, createLineReader } from './stream-parser.ts'
import type { ServerEvent } from './stream-parser.ts'

function eventsOf(...pieces: string[]) {
  const events: ServerEvent[] = []
  const read = createEventReader((event) => events.push(event))
  for (const piece of pieces) read(piece)
  return events
}

test('a server-sent event is emitted once it is complete, however the stream is split', () => {
  expect(eventsOf('event: st', 'ate\ndata: {"a"', ':1}\n', '\ndata: 7\n\nda')).toEqual([
    { name: 'state', data: '{"a":1}' },
    { name: 'message', data: '7' },
  ])
})

test('an event stream comment is skipped, and several data lines are one event', () => {
  expect(eventsOf(': ping\n\n', 'data: a\ndata: b\n\n')).toEqual([
    { name: 'message', data: 'a\nb' },
  ])
})

test('a line of a stream is emitted when it ends', () => {
  const lines: string[] = []
  const read = createLineReader((line) => lines.push(line))
  for (const piece of ['kv:6', '0\nma:', '100\n\nms']) read(piece)
  expect(lines).toEqual(['kv:60', 'ma:100', ''])
})
